import { Page } from '../../../parts/page.tsx';
import { Text } from '../../../parts/text.tsx';
import { words } from '../../../words/words.ts';
import type { Asked } from '../flow.ts';
import { WithOrganization } from '../with-organization.tsx';

export interface LinkEndedProps {
  /** `used`: also revoked and replaced, which the API does not tell apart. */
  readonly kind: 'used' | 'expired';
  readonly asked: Asked | undefined;
  readonly requestId?: string | undefined;
}

/** A whole page for a link that does not work any more: whom to ask for a new one. */
export function LinkEnded({ kind, asked, requestId }: LinkEndedProps) {
  const { outcome, common } = words;
  const { title, text } = outcome[kind];
  return (
    <Page title={title} lead={text}>
      <Text>
        {asked === undefined ? (
          outcome.used.askSender
        ) : (
          <WithOrganization text={outcome.used.ask} name={asked.organizationName} />
        )}
      </Text>
      {requestId !== undefined && <Text kind="quiet">{common.requestId(requestId)}</Text>}
    </Page>
  );
}
