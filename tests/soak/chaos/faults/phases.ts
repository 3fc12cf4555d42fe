import { type Attempt, isUncertain } from '../ledger/change.ts';
import type { Calm } from '../verify/evidence.ts';
import type { Statuses } from './struck.ts';

/** Counts each request with the fault that it overlapped, or as one that was sent and answered while all was well. */
export interface Phases {
  /** A fault begins; the counts go on until a request that overlapped it has ended. */
  begin(): Statuses;
  /** Every process is ready again. */
  end(): void;
  /** To be called with each request when it has ended. */
  count(attempt: Attempt): void;
  readonly calm: Calm;
}

export function createPhases(now: () => number = Date.now): Phases {
  let last: Map<number | 'lost', number> | undefined;
  /** Undefined during a fault. */
  let calmSince: number | undefined = 0;
  let sent = 0;
  const failed: Attempt[] = [];
  return {
    begin() {
      calmSince = undefined;
      last = new Map();
      return last;
    },
    end() {
      calmSince = now();
    },
    count(attempt) {
      const { status, sentAt } = attempt;
      if (last !== undefined && (calmSince === undefined || sentAt <= calmSince)) {
        last.set(status, (last.get(status) ?? 0) + 1);
        return;
      }
      sent += 1;
      if (isUncertain(attempt)) failed.push(attempt);
    },
    calm: {
      get sent() {
        return sent;
      },
      failed,
    },
  };
}
