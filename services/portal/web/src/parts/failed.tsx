import type { Problem } from '../api/answer.ts';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { Outcome } from './outcome.tsx';
import { textOf } from './problem-alert.tsx';

export interface FailedProps {
  readonly problem: Problem;
  /** `reload` of `useLoaded`. */
  readonly onRetry: () => void;
  readonly title?: string;
}

/** Of problems that end by themselves: no connection, too many requests, a service that is away. */
const temporary = new Set([0, 429, 503, 504]);

/** A whole page in the place of one that could not be loaded. */
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
