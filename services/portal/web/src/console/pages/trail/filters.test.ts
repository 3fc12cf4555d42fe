import { expect, it } from 'vitest';
import { addressOf, apiFilters, type Filters, isDay, isReversed, timeOf } from './filters.ts';

const none: Filters = { action: '', actor: '', workspace: '', target: '', from: '', to: '' };

it('filters ask for an action, or for everything that was done to one kind of thing', () => {
  expect(apiFilters(none)).toEqual({});
  expect(apiFilters({ ...none, action: 'api_key.rotated' })).toEqual({ action: 'api_key.rotated' });
  expect(apiFilters({ ...none, action: 'api_key' })).toEqual({ targetType: 'api_key' });
  expect(apiFilters({ ...none, actor: 'ada', workspace: 'north', target: 'an-id' })).toEqual({
    actorId: 'ada',
    workspaceSlug: 'north',
    targetId: 'an-id',
  });
});

it('the last day is included, and days start in the local time zone', () => {
  const asked = apiFilters({ ...none, from: '2026-11-16', to: '2026-11-16' });
  expect(asked.from).toBe(new Date(2026, 10, 16).toISOString());
  expect(asked.to).toBe(new Date(2026, 10, 17).toISOString());
  expect(isReversed(asked)).toBe(false);
  expect(isReversed(apiFilters({ ...none, from: '2026-11-18', to: '2026-11-16' }))).toBe(true);
});

it('a day is valid if its year has four digits and is complete', () => {
  for (const day of ['0002-11-16', '0202-11-16', '1999-12-31', '9999-12-31', '12026-11-16', '2026-11', ''])
    expect([day, isDay(day)]).toEqual([day, false]);
  expect(isDay('2000-01-01')).toBe(true);
  expect(apiFilters({ ...none, from: '9999-12-31', to: '9999-12-31' })).toEqual({});
  expect(apiFilters({ ...none, to: '9998-12-31' })).toEqual({ to: new Date(9999, 0, 1).toISOString() });
});

it('invalid parameters in the URL are ignored', () => {
  expect(
    apiFilters({ ...none, action: 'toString', workspace: 'No Slug', from: 'yesterday', to: '2026-99-01' }),
  ).toEqual({});
});

it('an entry in the URL is found by its millisecond', () => {
  const occurredAt = '2026-11-16T12:00:00.123Z';
  expect(timeOf(addressOf({ sequence: 7, occurredAt }))).toEqual({
    from: occurredAt,
    to: '2026-11-16T12:00:00.124Z',
  });
  for (const nonsense of ['', '7', '7-x', `7-${'9'.repeat(15)}`]) expect(timeOf(nonsense)).toBeUndefined();
});
