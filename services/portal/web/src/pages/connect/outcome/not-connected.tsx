import { Alert } from '../../../parts/alert.tsx';
import { ButtonLink } from '../../../parts/button.tsx';
import { Monogram } from '../../../parts/monogram.tsx';
import { Page } from '../../../parts/page.tsx';
import { Text } from '../../../parts/text.tsx';
import { words } from '../../../words/words.ts';
import type { Asked } from '../flow.ts';
import { WithOrganization } from '../with-organization.tsx';

export interface NotConnectedProps {
  readonly kind: 'declined' | 'failed' | 'retry';
  readonly reason: string | undefined;
  readonly asked: Asked | undefined;
  /** The tab still has the link, so that the person can try again. */
  readonly linkIsHere: boolean;
}

/** A consent that connected nothing: why, and how to go on. */
export function NotConnected({ kind, reason, asked, linkIsHere }: NotConnectedProps) {
  const { outcome } = words;
  const { title, text } = outcome[kind];
  return (
    <Page
      title={title}
      lead={reason === undefined || kind !== 'failed' ? text : undefined}
      mark={asked && <Monogram name={asked.providerName} />}
    >
      {reason !== undefined && (
        <Alert kind={kind === 'retry' ? 'warning' : 'failure'}>
          <p>{reason}</p>
        </Alert>
      )}
      {linkIsHere ? (
        <ButtonLink href="/connect">{outcome.again}</ButtonLink>
      ) : (
        <Text>{outcome.openAgain}</Text>
      )}
      <Text kind="quiet">
        {asked === undefined ? (
          outcome.askSender
        ) : (
          <WithOrganization
            text={kind === 'declined' ? outcome.declined.ask : outcome.ask}
            name={asked.organizationName}
          />
        )}
      </Text>
    </Page>
  );
}
