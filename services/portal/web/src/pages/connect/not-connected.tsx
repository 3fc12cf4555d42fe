import type { ReactNode } from 'react';
import type { Problem } from '../../api/answer.ts';
import type { Fact } from '../../parts/facts.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { ProblemText, TryAgain } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { formatDateTime, words } from '../../words/words.ts';
import type { ConnectedLink } from './connected-links.ts';
import type { Asked } from './flow.ts';
import { Organization, WhomToAsk, WithNames } from './with-names.tsx';

interface NotConnectedProps {
  readonly kind: 'declined' | 'failed' | 'retry';
  readonly reason: string | undefined;
  readonly requestId?: string | undefined;
  readonly asked: Asked;
  /** How to try again. */
  readonly children: ReactNode;
}

const symbols = { declined: 'hand', failed: 'cross', retry: 'clock' } as const;

/** What was asked for, and by whom. */
const factsOf = (asked: Asked): Fact[] => [
  { name: words.connect.integration, value: asked.integrationName },
  { name: words.connect.askedBy, value: <Organization asked={asked} /> },
  { name: words.connect.workspace, value: asked.workspaceName },
];

/** The page of a request that connected nothing: why, and how to go on. */
export function NotConnected({ kind, reason, requestId, asked, children }: NotConnectedProps) {
  const { outcome } = words;
  const { title, text } = outcome[kind];
  return (
    <Outcome
      symbol={symbols[kind]}
      title={title}
      reason={reason ?? text}
      facts={factsOf(asked)}
      requestId={requestId}
    >
      {kind === 'retry' && reason !== undefined && <Text>{text}</Text>}
      {children}
      <Text kind="quiet">
        <WithNames text={kind === 'declined' ? outcome.declined.ask : outcome.ask} asked={asked} />
      </Text>
    </Outcome>
  );
}

interface LinkProblemProps {
  readonly problem: Problem;
  /** Undefined if this tab never read the link. */
  readonly asked: Asked | undefined;
  readonly onTryAgain: () => void;
}

/** A whole page for a link that could not be read or used: gone, expired, refused for now, or unreachable. */
export function LinkProblem({ problem, asked, onTryAgain }: LinkProblemProps) {
  const { connect, outcome, common } = words;
  if (problem.status === 404 || problem.status === 401)
    return (
      <LinkEnded
        kind={problem.status === 404 ? 'used' : 'expired'}
        asked={asked}
        requestId={problem.requestId}
      />
    );
  return (
    <Outcome
      symbol={problem.status === 409 ? 'hand' : 'cross'}
      title={problem.status === 409 ? connect.conflict : common.failedTitle}
      reason={<ProblemText problem={problem} />}
      requestId={problem.requestId}
    >
      <TryAgain problem={problem} onClick={onTryAgain} />
      <WhomToAsk asked={asked} text={outcome.ask} sender={outcome.askSender} />
    </Outcome>
  );
}

interface LinkEndedProps {
  /** `used` includes links that were turned off or replaced: the API does not tell them apart. */
  readonly kind: 'used' | 'expired';
  readonly asked: Asked | undefined;
  readonly requestId?: string | undefined;
}

/** A whole page for a link that no longer works: whom to ask for a new one. */
export function LinkEnded({ kind, asked, requestId }: LinkEndedProps) {
  const { outcome } = words;
  const { title, text } = outcome[kind];
  return (
    <Outcome symbol={kind === 'used' ? 'cross' : 'clock'} title={title} reason={text} requestId={requestId}>
      <WhomToAsk kind="plain" asked={asked} text={outcome.used.ask} sender={outcome.used.askSender} />
    </Outcome>
  );
}

/** A whole page for a link by which somebody has connected in this browser before. */
export function LinkConnected({ link: { asked, connectedAt } }: { readonly link: ConnectedLink }) {
  const { before } = words.outcome;
  return (
    <Outcome
      symbol="check"
      title={before.title(asked.providerName)}
      reason={before.text(formatDateTime(connectedAt))}
      facts={factsOf(asked)}
    >
      <Text kind="quiet">
        <WithNames text={before.ask} asked={asked} />
      </Text>
    </Outcome>
  );
}
