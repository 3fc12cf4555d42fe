import type { Change } from './change.ts';
import type { Finding } from './finding.ts';

/** All changes that clients have finished, in the order in which they were finished. */
export interface Ledger {
  readonly changes: readonly Change[];
  nextNumber(): number;
  add(change: Change): void;
  /** Answers to reads that contradicted what clients knew at that moment. */
  readonly contradictions: readonly Finding[];
  contradict(finding: Finding): void;
}

export function createLedger(): Ledger {
  const changes: Change[] = [];
  const contradictions: Finding[] = [];
  let numbers = 0;
  return {
    changes,
    nextNumber: () => {
      numbers += 1;
      return numbers;
    },
    add: (change) => void changes.push(change),
    contradictions,
    contradict: (finding) => void contradictions.push(finding),
  };
}
