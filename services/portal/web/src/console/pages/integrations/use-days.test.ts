import { expect, it } from 'vitest';
import type { Schemas } from '../../../api/answer.ts';
import { lastDays } from './status-days.ts';
import { answeredOf, errorsOf, firstKnownDay, mostUses, useDays } from './use-days.ts';

const now = new Date(2026, 10, 16, 12, 34).getTime();
const days = lastDays(now, 4);
const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString();
const use = (hour: string, sum: Partial<Schemas['Use']> = {}): Schemas['Use'] => ({
  hour,
  caller: { type: 'api_key', id: 'a', name: 'Ada', apiKeyPrefix: 'pby_live_abcdef' },
  grantId: null,
  api: 'main',
  reads: 1,
  changes: 0,
  refused: 0,
  failed: 0,
  bytesSent: 1,
  bytesReceived: 1,
  ...sum,
});

it('uses are added up by day, apart from errors, and a day without a use is 0', () => {
  const uses = [
    use(at(14, 3)),
    use(at(14, 23), { reads: 4, changes: 2, refused: 3, failed: 1 }),
    use(at(16, 0)),
  ];
  const all = useDays(uses, days, firstKnownDay(uses, at(1, 0)));
  expect(all.map(({ start }) => new Date(start).getDate())).toEqual([13, 14, 15, 16]);
  expect(all.map(answeredOf)).toEqual([0, 7, 0, 1]);
  expect(all.map(errorsOf)).toEqual([0, 4, 0, 0]);
  expect(all.every(({ isKnown }) => isKnown)).toBe(true);
});

it('days before the integration was created are not known, and that day is', () => {
  const all = useDays([], days, firstKnownDay([], at(15, 17)));
  expect(all.map(({ isKnown }) => isKnown)).toEqual([false, false, true, true]);
});

it('where an answer has as many uses as one can have, its oldest day is not known either', () => {
  const uses = Array.from({ length: mostUses }, (_, index) => use(at(index === 0 ? 14 : 16, 1)));
  const all = useDays(uses, days, firstKnownDay(uses, at(1, 0)));
  expect(all.map(({ isKnown }) => isKnown)).toEqual([false, false, true, true]);
  expect(all.map(answeredOf)).toEqual([0, 0, 0, mostUses - 1]);
});
