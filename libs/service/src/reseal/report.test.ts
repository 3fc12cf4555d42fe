import { describe, expect, it } from 'vitest';
import { createProgress, reportOf, type ServiceSealing } from './report.ts';
import type { ResealedColumn } from './reseal.ts';
import { notes } from './things.fixture.ts';

const plain: ServiceSealing = { schema: 'organization', columns: [notes], elsewhere: [] };
const resultOf = (
  byKey: Readonly<Record<string, number>>,
  more: Partial<ResealedColumn> = {},
): ResealedColumn => ({
  column: notes,
  rows: 0,
  byKey: new Map(Object.entries(byKey)),
  resealed: 0,
  skipped: 0,
  unreadable: 0,
  examples: [],
  ...more,
});

describe('the report of a reseal', () => {
  it('the report says that an old key can be removed', () => {
    expect(reportOf(plain, ['new', 'old'], [resultOf({ new: 1_203 }, { resealed: 1_200 })])).toEqual({
      lines: [
        'organization: 1,200 rows sealed again with new',
        'Column        Key  Rows',
        'notes.sealed  new  1,203',
        'key old seals nothing stored in organization any more: it can be removed from SEALING_KEYS',
      ],
      complete: true,
    });
  });

  it('the report names the longest life of sealed values that are not stored', () => {
    const elsewhere = [
      { what: 'cookies of provider sign-ins', seconds: 600 },
      { what: 'cookies of sign-ups', seconds: 86_400 },
    ];
    const { lines, complete } = reportOf({ ...plain, elsewhere }, ['new', 'old'], [resultOf({})]);
    expect(lines.at(-1)).toBe(
      'key old seals nothing stored in organization any more: it can be removed from SEALING_KEYS once 24 hours have passed since every process has new as its first key (cookies of sign-ups live that long)',
    );
    expect(complete).toBe(true);
    const [short] = elsewhere;
    const minutes = reportOf({ ...plain, elsewhere: short ? [short] : [] }, ['new', 'old'], []);
    expect(minutes.lines.at(-1)).toContain('once 10 minutes have passed');
  });

  it('the report says which key must stay and which rows do not open', () => {
    const examples = [{ id: 'a1', reason: 'the key that sealed this is not in the ring' }];
    const result = resultOf({ new: 5, old: 2, lost: 1, '': 2 }, { unreadable: 4, examples });
    expect(reportOf(plain, ['new', 'old', 'older'], [result])).toEqual({
      lines: [
        'organization: 0 rows sealed again with new',
        'Column        Key     Rows',
        'notes.sealed  (none)  2',
        'notes.sealed  lost    1',
        'notes.sealed  new     5',
        'notes.sealed  old     2',
        'notes a1 cannot be opened: the key that sealed this is not in the ring',
        'notes: 3 more that cannot be opened',
        'key (none) is not in SEALING_KEYS: 2 rows in organization name it',
        'key lost is not in SEALING_KEYS: 1 row in organization names it',
        'key old must stay in SEALING_KEYS: 2 rows in organization are sealed with it',
        'key older seals nothing stored in organization any more: it can be removed from SEALING_KEYS',
      ],
      complete: false,
    });
  });

  it('the report is complete only if every row has the first key', () => {
    expect(reportOf(plain, ['new'], [resultOf({ new: 1 })])).toMatchObject({ complete: true });
    expect(reportOf(plain, ['new'], [resultOf({ lost: 1 })])).toMatchObject({ complete: false });
  });

  it('the report says that nothing is stored', () => {
    expect(reportOf({ ...plain, columns: [] }, ['new'], []).lines).toEqual([
      'organization: 0 rows sealed again with new',
      'organization stores nothing that is sealed',
      'new is the only key in SEALING_KEYS',
    ]);
  });
});

it('a long pass prints its progress at most once a second', () => {
  const lines: string[] = [];
  let now = 0;
  const progress = createProgress('organization', (line) => lines.push(line), { uptime: () => now });
  for (let rows = 500; rows <= 5_000; rows += 500) {
    now += 300;
    progress(notes, { rows, byKey: new Map(), resealed: rows / 2, skipped: 0, unreadable: 0, examples: [] });
  }
  expect(lines).toEqual([
    'organization.notes: 2,000 rows read, 1,000 sealed again',
    'organization.notes: 4,000 rows read, 2,000 sealed again',
  ]);
});
