import { expect, it } from 'vitest';
import { cell, colourOf, plainCell, relativeTime } from './cell.ts';

const now = Date.parse('2026-11-16T12:00:00Z');

it.each([
  ['2026-11-16T11:59:30Z', 'now'],
  ['2026-11-16T11:58:30.123Z', '1 minute ago'],
  ['2026-11-16T15:00:00Z', 'in 3 hours'],
  ['2026-11-23T11:59:58Z', 'in 7 days'],
  ['2026-09-01T00:00:00Z', '2 months ago'],
  ['2028-11-16T12:00:00Z', 'in 2 years'],
])('%s is %s', (time, expected) => {
  expect(relativeTime(time, now)).toBe(expected);
});

it('a person reads relative times and yes, a script the values themselves', () => {
  expect([cell('2026-11-14T11:00:00Z', now), cell(true), cell(null)]).toEqual(['2 days ago', 'yes', '']);
  expect([plainCell('2026-11-14T11:00:00Z'), plainCell(true)]).toEqual(['2026-11-14T11:00:00Z', 'true']);
});

it('a thing in a cell is its name, a list its parts, other things JSON', () => {
  expect(plainCell({ id: '1', name: 'Reporting\u001B[0m' })).toBe('Reporting[0m');
  expect(plainCell(['a', { email: 'ada@acme.example' }])).toBe('a, ada@acme.example');
  expect(plainCell({ count: 1 })).toBe('{"count":1}');
  expect(plainCell({})).toBe('');
  expect(plainCell({ type: 'api_key', id: '1', name: 'Ada', apiKeyPrefix: 'pby_7Qd2' })).toBe(
    'pby_7Qd2… of Ada',
  );
  expect(plainCell({ type: 'user', id: '1', name: 'Ada', apiKeyPrefix: null })).toBe('Ada');
});

it('only words of a status have a colour', () => {
  expect([colourOf('status', 'active'), colourOf('status', 'ENABLED'), colourOf('name', 'active')]).toEqual([
    'green',
    undefined,
    undefined,
  ]);
});
