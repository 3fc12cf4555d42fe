import type { HealthTone } from '@patchbay/client';
import type { Schemas } from '../../../api/answer.ts';

type Status = Schemas['IntegrationStatus'];

/**
 * `warning`: it is active, and needs attention. `unknown`: the trail has more entries than were read. `none`: the integration did not exist.
 */
export type DayStatus = Status | 'warning' | 'unknown' | 'none';

export interface StatusDay {
  /** When the day begins. */
  readonly start: number;
  readonly status: DayStatus;
}

/** Statuses by severity: a day shows its worst one. The day of the first connection counts as working. */
const worst: readonly DayStatus[] = ['error', 'disabled', 'warning', 'active', 'pending', 'unknown', 'none'];

/** The starts of the last days in the local time zone, oldest first. */
export const lastDays = (now: number, count: number): readonly number[] => {
  const today = new Date(now);
  return Array.from({ length: count }, (_, index) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index)).getTime(),
  );
};

interface StatusChange {
  readonly at: number;
  readonly before: Status;
  readonly after: Status;
}

/** The entries of the trail that changed the status, oldest first. */
export const statusChanges = (entries: readonly Schemas['AuditLog'][]): readonly StatusChange[] =>
  entries
    .flatMap(({ occurredAt, changes }) => {
      const change = changes.find(({ field }) => field === 'status');
      return change === undefined || change.before === null
        ? []
        : [
            {
              at: Date.parse(occurredAt),
              before: change.before as Status,
              after: change.after as Status,
            },
          ];
    })
    .toSorted((one, other) => one.at - other.at);

interface Known {
  readonly createdAt: string;
  /** The status now. */
  readonly status: Status;
  /** The colour of today, as lists show it. */
  readonly tone: HealthTone;
  /** The entries of the integration, oldest first. */
  readonly changes: readonly StatusChange[];
  /** The time of the oldest entry that was read. */
  readonly since: number;
  readonly now: number;
}

/** How an active integration is shown today that does not just work. */
const shownAs: Partial<Record<HealthTone, DayStatus>> = { attention: 'error', warning: 'warning' };

/** The worst status of each day. `days`: their beginnings, oldest first. */
export function statusDays(
  days: readonly number[],
  { createdAt, status, tone, changes, since, now }: Known,
): readonly StatusDay[] {
  const created = Date.parse(createdAt);
  /** The statuses with the time at which each began. */
  const spans = [
    { from: Number.NEGATIVE_INFINITY, status: 'none' as DayStatus },
    { from: created, status: changes[0]?.before ?? status },
    ...changes.map(({ at, after }) => ({ from: at, status: after })),
  ];
  return days.map((start, index) => {
    const isToday = index === days.length - 1;
    const end = days[index + 1] ?? now + 1;
    if (end <= since && created < end) return { start, status: 'unknown' };
    const seen = spans
      .filter(({ from }, at) => from < end && (spans[at + 1]?.from ?? Number.POSITIVE_INFINITY) > start)
      .map((span) => span.status);
    // The trail lags some seconds behind.
    if (isToday) seen.push(status === 'active' ? (shownAs[tone] ?? status) : status);
    return { start, status: worst.find((each) => seen.includes(each)) ?? 'none' };
  });
}
