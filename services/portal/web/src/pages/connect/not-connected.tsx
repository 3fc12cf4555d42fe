import type { ReactNode } from 'react';
import { Outcome } from '../../parts/outcome.tsx';
import { Text } from '../../parts/text.tsx';
import { words } from '../../words/words.ts';
import type { Asked } from './flow.ts';
import { Organization, WithNames } from './with-names.tsx';

interface NotConnectedProps {
  readonly kind: 'declined' | 'failed' | 'retry';
  readonly reason: string | undefined;
  readonly requestId?: string | undefined;
  readonly asked: Asked;
  /** How to try again. */
  readonly children: ReactNode;
}

const symbols = { declined: 'hand', failed: 'cross', retry: 'clock' } as const;

/** The page of a request that connected nothing: why, and how to go on. */
export function NotConnected({ kind, reason, requestId, asked, children }: NotConnectedProps) {
  const { outcome, connect } = words;
  const { title, text } = outcome[kind];
  const facts = [
    { name: connect.integration, value: asked.integrationName },
    { name: connect.askedBy, value: <Organization asked={asked} /> },
    { name: connect.workspace, value: asked.workspaceName },
  ];
  return (
    <Outcome symbol={symbols[kind]} title={title} reason={reason ?? text} facts={facts} requestId={requestId}>
      {kind === 'retry' && reason !== undefined && <Text>{text}</Text>}
      {children}
      <Text kind="quiet">
        <WithNames text={kind === 'declined' ? outcome.declined.ask : outcome.ask} asked={asked} />
      </Text>
    </Outcome>
  );
}
