import type { Problem } from '../api/answer.ts';
import { words } from '../words/words.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Outcome } from './outcome.tsx';
import { RequestId } from './text.tsx';

/** The text of a problem that a page has no text for. */
export function textOf({ status, detail, retryAfter }: Problem): string {
  const { common } = words;
  if (status === 0) return common.offline;
  if (status === 429) return common.tooMany(retryAfter ?? 60);
  if (status === 503 || status === 504) return common.unavailable;
  if (status >= 500) return common.unexpected;
  return detail ?? common.unexpected;
}

/** A failed request: the reason, and the request id to quote. */
export const ProblemAlert = ({ problem }: { readonly problem: Problem }) => (
  <Alert kind="failure">
    <p>{textOf(problem)}</p>
    {problem.requestId !== undefined && <RequestId id={problem.requestId} />}
  </Alert>
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
    reason={textOf(problem)}
    requestId={problem.requestId}
  >
    <Button onClick={onRetry}>{words.common.tryAgain}</Button>
  </Outcome>
);
