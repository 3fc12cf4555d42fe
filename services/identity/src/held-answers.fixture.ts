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
  let onHeld = (): void => {};
  return {
    async onAnswer(method) {
      if (!holding || method !== held) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        onHeld();
      });
    },
    hold() {
      holding = true;
    },
    async taken(count) {
      while (waiting.length < count)
        await new Promise<void>((resolve) => {
          onHeld = resolve;
        });
      return waiting.splice(0, count);
    },
    releaseAll() {
      holding = false;
      for (const release of waiting) release();
      waiting = [];
    },
  };
}
