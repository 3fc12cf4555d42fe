import type { Schemas } from '../../../api/answer.ts';
import { nothing, plus, type Sum } from './hours.ts';

type Use = Schemas['Use'];

/** How many days the API keeps. */
export const historyDays = 90;

/** The most that one answer of the API has, which are the newest. */
export const mostUses = 10_000;

const dayOf = (time: string): number => new Date(time).setHours(0, 0, 0, 0);

/**
 * The first day whose uses are all there. `createdAt`: of the integration. An answer with as many uses as one can have may lack some of
 * its oldest day, and has none from before.
 */
export function firstKnownDay(uses: readonly Use[], createdAt: string): number {
  const created = dayOf(createdAt);
  const [oldest] = uses;
  if (uses.length < mostUses || oldest === undefined) return created;
  const next = new Date(dayOf(oldest.hour));
  return Math.max(created, next.setDate(next.getDate() + 1));
}

export interface UseDay extends Sum {
  readonly start: number;
  /** False: from before the history. A day of the history without a use is 0. */
  readonly isKnown: boolean;
}

/** The uses of each day. `days`: their starts in the local time zone, oldest first. */
export function useDays(
  uses: readonly Use[],
  days: readonly number[],
  firstKnown: number,
): readonly UseDay[] {
  const sums = new Map<number, Sum>();
  for (const use of uses) {
    const day = dayOf(use.hour);
    sums.set(day, plus(sums.get(day) ?? nothing, use));
  }
  return days.map((start) => {
    const isKnown = start >= firstKnown;
    return { start, isKnown, ...((isKnown && sums.get(start)) || nothing) };
  });
}

/** What a chart shows of a day. */
export const answeredOf = ({ reads, changes }: Sum): number => reads + changes;
export const errorsOf = ({ refused, failed }: Sum): number => refused + failed;
