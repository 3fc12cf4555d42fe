import type { Change } from './change.ts';

/** All changes that clients have finished, in the order in which they were finished. */
export interface Ledger {
  readonly changes: readonly Change[];
  nextNumber(): number;
  add(change: Change): void;
}

export function createLedger(): Ledger {
  const changes: Change[] = [];
  let numbers = 0;
  return {
    changes,
    nextNumber: () => {
      numbers += 1;
      return numbers;
    },
    add: (change) => void changes.push(change),
  };
}
