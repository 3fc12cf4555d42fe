import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import { monthAt } from '../domain/month.ts';
import { createReport } from './retain.ts';

const month = monthAt(new Date('2026-01-15'));
const removed = {
  partition: month.partition,
  chains: 1,
  entries: 12_345,
  bytes: 12_345_678,
  broken: [],
  brokenChains: 0,
};

const linesOf = (options: { dryRun?: boolean; evenBroken?: boolean } = {}) => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const clock = createManualClock();
  return {
    clock,
    lines,
    report: createReport({ dryRun: false, evenBroken: false, print, clock, ...options }),
  };
};

it('the report of retention says what was removed or would be', () => {
  const { lines, report } = linesOf();
  report.month(removed);
  report.month({ ...removed, chains: 2, entries: 1 });
  expect(lines).toEqual([
    'entries_2026_01: 12,345 entries of 1 organization, 12.3 MB removed',
    'entries_2026_01: 1 entry of 2 organizations, 12.3 MB removed',
  ]);
  const dry = linesOf({ dryRun: true });
  dry.report.month(removed);
  expect(dry.lines).toEqual([expect.stringMatching(/would be removed$/)]);
});

it('the report of retention names trails that do not verify, and counts the others', () => {
  const { lines, report } = linesOf();
  report.month({ ...removed, broken: [{ organizationId: 'o1', sequence: 7 }], brokenChains: 3 });
  expect(lines).toEqual([
    'entries_2026_01: the trail of organization o1 does not verify at sequence 7',
    'entries_2026_01: 2 more trails that do not verify',
    expect.stringMatching(/^entries_2026_01 stays/),
  ]);
});

it('the report of retention prints progress once a second', async () => {
  const { clock, lines, report } = linesOf();
  for (let ms = 100; ms <= 2_500; ms += 100) {
    await clock.advance(100);
    report.progress(month, ms);
  }
  expect(lines).toEqual([
    'entries_2026_01: 1,000 organizations verified',
    'entries_2026_01: 2,000 organizations verified',
  ]);
});
