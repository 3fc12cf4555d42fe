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

/** A whole page in the place of one that could not be loaded. */
export const Failed = ({ problem, onRetry, title = words.common.failedTitle }: FailedProps) => (
  <Outcome symbol="cross" title={title} reason={textOf(problem)} requestId={problem.requestId}>
    <Button onClick={onRetry}>{words.common.tryAgain}</Button>
  </Outcome>
);
