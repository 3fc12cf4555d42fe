import { describe, expect, it } from 'vitest';
import { appendEntries, emptyChain, hashOf } from './chain.ts';
import { columnsOf, type Entry } from './entry.ts';
import { trailEvent } from './trail-event.fixture.ts';
import { type StoredEntry, verificationAfter, verifyHead, verifyRows } from './verification.ts';

const fromTheStart = verificationAfter(emptyChain);

const chainOf = (length: number) => {
  const events = Array.from({ length }, (_, index) => trailEvent({ requestId: `r${index}` }));
  const { entries, head } = appendEntries(emptyChain, events, { now: new Date() });
  const rows = entries.map(
    ({ entry, hash }): StoredEntry => ({ sequence: entry.sequence, entry, hash, columns: columnsOf(entry) }),
  );
  return { rows, head };
};

/** The rows with `change` applied to the one with this sequence. */
const withRow = (rows: readonly StoredEntry[], sequence: number, change: (row: StoredEntry) => StoredEntry) =>
  rows.map((row) => (row.sequence === sequence ? change(row) : row));

const rehashed = (row: StoredEntry, entry: Entry): StoredEntry => ({
  ...row,
  entry,
  hash: hashOf(entry),
  columns: columnsOf(entry),
});

const altered = (entry: Entry): Entry => ({
  ...entry,
  actor: { ...entry.actor, email: 'eve@example.com' },
});

describe('verifying a chain', () => {
  it('finds an untouched one intact, whole or in pages', () => {
    const { rows, head } = chainOf(5);
    const whole = verifyHead(verifyRows(fromTheStart, rows), head);
    expect(whole).toMatchObject({ checked: 5, firstBrokenSequence: undefined });
    const pages = [rows.slice(0, 2), rows.slice(2, 4), rows.slice(4)];
    expect(verifyHead(pages.reduce(verifyRows, fromTheStart), head)).toEqual(whole);
  });

  it('finds an empty one intact', () => {
    expect(verifyHead(fromTheStart, emptyChain)).toEqual(fromTheStart);
  });

  const { rows, head } = chainOf(5);
  it.each<[what: string, rows: readonly StoredEntry[], broken: number]>([
    ['an altered entry', withRow(rows, 3, (row) => ({ ...row, entry: altered(row.entry) })), 3],
    [
      'an altered entry whose own hash was made to fit',
      withRow(rows, 3, (row) => rehashed(row, altered(row.entry))),
      4,
    ],
    ['an altered hash', withRow(rows, 2, (row) => ({ ...row, hash: 'f'.repeat(64) })), 2],
    ['a removed entry', rows.filter(({ sequence }) => sequence !== 3), 3],
    ['a removed first entry', rows.slice(1), 1],
    ['a removed last entry', rows.slice(0, 4), 5],
    [
      'a removed entry whose place was closed',
      rows
        .filter(({ sequence }) => sequence !== 3)
        .map((row) => (row.sequence > 3 ? { ...row, sequence: row.sequence - 1 } : row)),
      3,
    ],
    [
      'two entries that changed places',
      rows.map((row) => {
        const other = { 2: rows[2], 3: rows[1] }[row.sequence];
        return other === undefined ? row : { ...other, sequence: row.sequence };
      }),
      2,
    ],
    [
      'a column that no longer says what the entry says',
      withRow(rows, 4, (row) => ({ ...row, columns: { ...row.columns, actorId: 'someone' } })),
      4,
    ],
    [
      'an entry that is no entry any more',
      withRow(rows, 1, (row) => ({ ...row, entry: null as unknown as Entry, hash: hashOf(null as never) })),
      1,
    ],
    ['an inserted entry', [...rows.slice(0, 2), ...rows.slice(1)], 3],
    ['everything removed', [], 1],
  ])('shows %s', (_, touched, broken) => {
    expect(verifyHead(verifyRows(fromTheStart, touched), head).firstBrokenSequence).toBe(broken);
  });

  it('shows an entry at the end that the head does not know', () => {
    const last = rows.at(-2);
    if (last === undefined) throw new Error('the chain is too short');
    const shorter = { sequence: last.sequence, hash: last.hash };
    expect(verifyHead(verifyRows(fromTheStart, rows), shorter).firstBrokenSequence).toBe(5);
  });

  it('shows a last entry replaced together with its hash', () => {
    const touched = withRow(rows, 5, (row) => rehashed(row, altered(row.entry)));
    expect(verifyHead(verifyRows(fromTheStart, touched), head).firstBrokenSequence).toBe(5);
  });

  it('stops counting at the first break', () => {
    const touched = withRow(rows, 2, (row) => ({ ...row, hash: '' }));
    expect(verifyRows(fromTheStart, touched).checked).toBe(2);
  });
});
