import { describe, expect, it } from 'vitest';
import { monthsDue } from './retention.ts';

const partitions = ['2026_11', '2026_08', '2025_12', '2026_10', '2026_09', '2026_12', '2027_01'].map(
  (month) => `entries_${month}`,
);
const due = (keptMonths: number, now: string) =>
  monthsDue(partitions, keptMonths, new Date(now)).map(({ partition }) => partition.slice('entries_'.length));

describe('the months that are removed', () => {
  it('are those that ended longer ago than what is kept, oldest first', () => {
    expect(due(1, '2026-11-15T00:00:00Z')).toEqual(['2025_12', '2026_08', '2026_09']);
    expect(due(2, '2026-11-15T00:00:00Z')).toEqual(['2025_12', '2026_08']);
    expect(due(3, '2026-11-15T00:00:00Z')).toEqual(['2025_12']);
    expect(due(12, '2026-11-15T00:00:00Z')).toEqual([]);
  });

  it('change with the month', () => {
    expect(due(1, '2026-11-30T23:59:59.999Z')).toEqual(['2025_12', '2026_08', '2026_09']);
    expect(due(1, '2026-12-01T00:00:00Z')).toEqual(['2025_12', '2026_08', '2026_09', '2026_10']);
    // The month before has fewer days.
    expect(due(1, '2026-10-31T12:00:00Z')).toEqual(['2025_12', '2026_08']);
  });

  it('never are the current one or a later one', () => {
    expect(due(1, '2026-01-01T00:00:00Z')).toEqual([]);
  });

  it('are not chosen while a partition holds no month', () => {
    expect(() => monthsDue(['entries_old', ...partitions], 1, new Date('2026-11-15'))).toThrow('entries_old');
  });
});
