import { describe, expect, it } from 'vitest';
import { monthAt, monthOf, monthsAhead, monthsDue } from './month.ts';

describe('a month', () => {
  it('a month begins and ends in UTC', () => {
    expect(monthAt(new Date('2026-11-30T23:59:59.999Z'))).toEqual({
      partition: 'entries_2026_11',
      begin: new Date('2026-11-01T00:00:00Z'),
      end: new Date('2026-12-01T00:00:00Z'),
    });
    expect(monthAt(new Date('2026-12-01T00:00:00Z')).partition).toBe('entries_2026_12');
  });

  it('months are counted across a turn of the year', () => {
    expect(monthAt(new Date('2026-11-30T12:00:00Z'), 3)).toMatchObject({
      partition: 'entries_2027_02',
      end: new Date('2027-03-01T00:00:00Z'),
    });
    expect(monthAt(new Date('2026-01-31T12:00:00Z'), -1).partition).toBe('entries_2025_12');
  });

  it('a month is read from the name of its partition', () => {
    expect(monthOf('entries_2024_02')).toEqual({
      partition: 'entries_2024_02',
      begin: new Date('2024-02-01T00:00:00Z'),
      end: new Date('2024-03-01T00:00:00Z'),
    });
    for (const name of ['entries_2024_13', 'entries_2024_00', 'entries_2024_1', 'entries_old', 'x_2024_01'])
      expect(monthOf(name)).toBeUndefined();
  });
});

describe('the months ahead', () => {
  const moment = new Date('2026-11-15T00:00:00Z');
  const ahead = (...months: string[]) =>
    monthsAhead(new Set(months.map((month) => `entries_${month}`)), moment);

  it('the months ahead end before the first missing partition', () => {
    expect(ahead('2026_10', '2026_11', '2026_12', '2027_01', '2027_03')).toBe(2);
    expect(ahead('2026_11')).toBe(0);
  });

  it('the months ahead are below zero if this month has no partition', () => {
    expect(ahead('2026_10', '2026_12')).toBe(-1);
  });
});

const partitions = ['2026_11', '2026_08', '2025_12', '2026_10', '2026_09', '2026_12', '2027_01'].map(
  (month) => `entries_${month}`,
);
const due = (keptMonths: number, now: string) =>
  monthsDue(partitions, keptMonths, new Date(now)).map(({ partition }) => partition.slice('entries_'.length));

describe('the months that are removed', () => {
  it('months are due that ended longer ago than retention keeps, oldest first', () => {
    expect(due(1, '2026-11-15T00:00:00Z')).toEqual(['2025_12', '2026_08', '2026_09']);
    expect(due(2, '2026-11-15T00:00:00Z')).toEqual(['2025_12', '2026_08']);
    expect(due(3, '2026-11-15T00:00:00Z')).toEqual(['2025_12']);
    expect(due(12, '2026-11-15T00:00:00Z')).toEqual([]);
  });

  it('the months that are due change with the month', () => {
    expect(due(1, '2026-11-30T23:59:59.999Z')).toEqual(['2025_12', '2026_08', '2026_09']);
    expect(due(1, '2026-12-01T00:00:00Z')).toEqual(['2025_12', '2026_08', '2026_09', '2026_10']);
    // The month before has fewer days.
    expect(due(1, '2026-10-31T12:00:00Z')).toEqual(['2025_12', '2026_08']);
  });

  it('the current month and later ones are never due', () => {
    expect(due(1, '2026-01-01T00:00:00Z')).toEqual([]);
  });

  it('no month is due while a partition has an unknown name', () => {
    expect(() => monthsDue(['entries_old', ...partitions], 1, new Date('2026-11-15'))).toThrow('entries_old');
  });
});
