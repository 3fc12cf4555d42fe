import type { Change } from '../ledger/change.ts';
import type { Finding } from '../ledger/finding.ts';
import type { Entry, Evidence } from './evidence.ts';

/** An entry with the organization whose trail has it. */
export interface RecordedEntry extends Entry {
  readonly organization: string;
}

/** The entries of each change, found by the request ids of its attempts and replays. */
export interface Recorded {
  of(change: Change): readonly RecordedEntry[];
  /** Entries with a request id that no client sent. */
  readonly foreign: readonly RecordedEntry[];
}

export function recordedIn({ changes, trails }: Pick<Evidence, 'changes' | 'trails'>): Recorded {
  const numbers = new Map<string, number>();
  for (const { number, attempts, replays } of changes) {
    for (const { requestId } of [...attempts, ...replays]) numbers.set(requestId, number);
  }
  const byChange = new Map<number, RecordedEntry[]>();
  const foreign: RecordedEntry[] = [];
  for (const [organization, { listed }] of trails) {
    for (const entry of listed) {
      const number = numbers.get(entry.requestId ?? '');
      const recorded = { ...entry, organization };
      if (number === undefined) foreign.push(recorded);
      else byChange.set(number, [...(byChange.get(number) ?? []), recorded]);
    }
  }
  return { of: ({ number }) => byChange.get(number) ?? [], foreign };
}

export const describe = ({ operation, actor }: Change): string => `${operation} of ${actor.email}`;

export const finding = (change: Change, text: string): Finding => ({
  text: `${describe(change)}: ${text}`,
  requestIds: change.attempts.map(({ requestId }) => requestId),
});
