import { ButtonLink } from '../../../parts/button.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Text } from '../../../parts/text.tsx';
import { words } from '../../../words/words.ts';
import type { Asked } from '../flow.ts';
import { WhomToAsk } from '../whom-to-ask.tsx';

export interface NotConnectedProps {
  readonly kind: 'declined' | 'failed' | 'retry';
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  readonly asked: Asked | undefined;
  /** The tab still has the link, so that the person can try again. */
  readonly linkIsHere: boolean;
}

const symbols = { declined: 'hand', failed: 'cross', retry: 'clock' } as const;

/** A consent that connected nothing: why, and how to go on. */
export function NotConnected({ kind, reason, requestId, asked, linkIsHere }: NotConnectedProps) {
  const { outcome, connect } = words;
  const { title, text } = outcome[kind];
  const facts =
    asked === undefined
      ? []
      : [
          { name: connect.integration, value: asked.integrationName },
          { name: connect.askedBy, value: asked.organizationName },
          { name: connect.workspace, value: asked.workspaceName },
        ];
  return (
    <Outcome symbol={symbols[kind]} title={title} reason={reason ?? text} facts={facts} requestId={requestId}>
      {kind === 'retry' && reason !== undefined && <Text>{text}</Text>}
      {linkIsHere ? (
        <ButtonLink href="/connect">{outcome.again}</ButtonLink>
      ) : (
        <Text>{outcome.openAgain}</Text>
      )}
      <WhomToAsk
        asked={asked}
        text={kind === 'declined' ? outcome.declined.ask : outcome.ask}
        sender={kind === 'declined' ? outcome.declined.askSender : outcome.askSender}
      />
    </Outcome>
  );
}
