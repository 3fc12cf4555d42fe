import { waitFor } from '@patchbay/testing/wait';
import type { OnAnswer } from './test-bed.fixture.ts';

/** Delays answers of one method of organization until the test releases them. */
export interface HeldAnswers {
  readonly onAnswer: OnAnswer;
  /** Answers are held from now on. */
  hold(): void;
  /** Waits until `count` answers are held, and returns what releases each, in the order in which they were given. */
  taken(count: number): Promise<readonly (() => void)[]>;
  /** Releases those that are held, and holds no further ones. */
  releaseAll(): void;
}

export function holdAnswersOf(held: string): HeldAnswers {
  let holding = false;
  let waiting: (() => void)[] = [];
  return {
    async onAnswer(method) {
      if (holding && method === held) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    hold() {
      holding = true;
    },
    async taken(count) {
      await waitFor(() => waiting.length >= count, { what: `${count} answers of ${held}` });
      return waiting.splice(0, count);
    },
    releaseAll() {
      holding = false;
      for (const release of waiting) release();
      waiting = [];
    },
  };
}
