import { useMemo } from 'react';
import { isUnconfirmed, needsPasskey, type Problem } from '../api/answer.ts';
import { useSecondsUntil } from '../state/use-seconds-until.ts';
import { words } from '../words/words.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Outcome } from './outcome.tsx';
import { refusalsIn, sentenceOf } from './refusals.ts';
import { RequestId } from './text.tsx';

/** Seconds, where an answer of 429 names none. */
const defaultWait = 60;

/** The text of a problem that a page has no text for. */
export function textOf(problem: Problem): string {
  const { status, detail, retryAfter } = problem;
  const { common } = words;
  if (status === 0) return common.offline;
  if (status === 429) return common.tooMany(retryAfter ?? defaultWait);
  if (status === 503 || status === 504) return common.unavailable;
  if (status >= 500) return common.unexpected;
  if (isUnconfirmed(problem)) return common.notConfirmed;
  if (needsPasskey(problem)) return common.passkeyRequired;
  const refused = refusalsIn(problem);
  if (refused.length > 0) return refused.map(sentenceOf).join(' ');
  return detail ?? common.unexpected;
}

/** Seconds until a request that was one of too many can be sent again, counting down. 0: now, as after any other problem. */
export function useWait(problem: Problem | undefined): number {
  const until = useMemo(
    () => (problem?.status === 429 ? Date.now() + (problem.retryAfter ?? defaultWait) * 1000 : 0),
    [problem],
  );
  return useSecondsUntil(until);
}

/** The text of a problem. Counts down where one has to wait; screen readers announce the first number and the end. */
export function ProblemText({ problem }: { readonly problem: Problem }) {
  const seconds = useWait(problem);
  if (problem.status !== 429) return textOf(problem);
  return seconds > 0 ? (
    <span aria-live="off">{words.common.tooMany(seconds)}</span>
  ) : (
    <span>{words.common.waited}</span>
  );
}

/** A failed request: the reason, and the request id to quote. The button that sends it again has `waits={useWait(problem) > 0}`. */
export const ProblemAlert = ({ problem }: { readonly problem: Problem }) => (
  <Alert kind="failure">
    <p>
      <ProblemText problem={problem} />
    </p>
    {problem.requestId !== undefined && <RequestId id={problem.requestId} />}
  </Alert>
);

interface TryAgainProps {
  readonly problem: Problem;
  readonly onClick: () => void;
}

/** Waits as long as the problem says. */
export const TryAgain = ({ problem, onClick }: TryAgainProps) => (
  <Button waits={useWait(problem) > 0} onClick={onClick}>
    {words.common.tryAgain}
  </Button>
);

interface FailedProps {
  readonly problem: Problem;
  /** `reload` of `useLoaded`. */
  readonly onRetry: () => void;
  readonly title?: string;
}

/** Problems that end by themselves: no connection, too many requests, an unavailable service. */
const temporary = new Set([0, 429, 503, 504]);

/** A whole page that replaces one that could not be loaded. */
export const Failed = ({ problem, onRetry, title = words.common.failedTitle }: FailedProps) => (
  <Outcome
    symbol={temporary.has(problem.status) ? 'clock' : 'cross'}
    title={title}
    reason={<ProblemText problem={problem} />}
    requestId={problem.requestId}
  >
    <TryAgain problem={problem} onClick={onRetry} />
  </Outcome>
);
