import { expect, it } from 'vitest';
import type { Schemas } from '../../../api/answer.ts';
import { callersOf, hoursOf, lastUseOf, totalOf } from './hours.ts';

const now = Date.parse('2026-11-16T12:34:00Z');
const use = (hour: string, id: string, reads: number, failed = 0): Schemas['Use'] => ({
  hour: `2026-11-16T${hour}:00:00Z`,
  caller: { type: 'api_key', id, name: `Key ${id}`, apiKeyPrefix: 'pby_live_abcdef' },
  grantId: null,
  api: 'main',
  reads,
  changes: 1,
  refused: 0,
  failed,
  bytesSent: 1,
  bytesReceived: 1,
});
const uses = [use('10', 'a', 4), use('10', 'b', 2), use('12', 'a', 1, 3), use('12', 'b', 9)];

it('the hours up to now are added up over callers, and hours without a use are 0', () => {
  const hours = hoursOf(uses, now, 3);
  expect(hours.map(({ start }) => new Date(start).getUTCHours())).toEqual([10, 11, 12]);
  expect(hours.map(totalOf)).toEqual([8, 0, 15]);
  expect(hours[2]).toMatchObject({ reads: 10, changes: 2, refused: 0, failed: 3 });
});

it('callers are added up over hours, the busiest first', () => {
  expect(callersOf(uses).map(({ caller, reads, last }) => [caller.id, reads, last])).toEqual([
    ['b', 11, '2026-11-16T12:00:00Z'],
    ['a', 5, '2026-11-16T12:00:00Z'],
  ]);
});

it('a caller was last seen when its grant says, or else within the hour of its last use', () => {
  const last = '2026-11-16T12:00:00.000Z';
  expect(lastUseOf({ last }, { lastUsedAt: '2026-11-16T12:12:00.000Z' })).toEqual({
    at: '2026-11-16T12:12:00.000Z',
  });
  const hour = { from: last, to: '2026-11-16T13:00:00.000Z' };
  expect(lastUseOf({ last }, { lastUsedAt: '2026-11-16T11:59:00.000Z' })).toEqual(hour);
  expect(lastUseOf({ last }, { lastUsedAt: null })).toEqual(hour);
  expect(lastUseOf({ last }, undefined)).toEqual(hour);
});
