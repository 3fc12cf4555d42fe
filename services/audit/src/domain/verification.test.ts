import { canonicalForm } from '@patchbay/trail/canonical';
import { describe, expect, it } from 'vitest';
import { appendEntries, emptyChain, hashOf } from './chain.ts';
import { type Columns, columnsOf, type Entry } from './entry.ts';
import { trailEvent } from './trail-event.fixture.ts';
import { type StoredEntry, verificationAfter, verifyHead, verifyRows } from './verification.ts';

const now = new Date('2026-11-15T10:00:00.500Z');
const storedColumns = (columns: Columns): StoredEntry['columns'] => ({
  ...columns,
  occurredAt: new Date(columns.occurredAt),
});

const chainOf = (length: number) => {
  const events = Array.from({ length }, (_, index) => trailEvent({ requestId: `r${index}` }));
  const { entries, head } = appendEntries(emptyChain, events, { now });
  const rows = entries.map(
    ({ sequence, text, hash, columns }): StoredEntry => ({
      sequence,
      recordedAt: now,
      text,
      hash,
      columns: storedColumns(columns),
    }),
  );
  return { rows, head, fromTheStart: verificationAfter(emptyChain) };
};

/** The rows with `change` applied to the one with this sequence. */
const withRow = (rows: readonly StoredEntry[], sequence: number, change: (row: StoredEntry) => StoredEntry) =>
  rows.map((row) => (row.sequence === sequence ? change(row) : row));

/** The row with another text, and the hash and the columns of that text. */
const rehashed = (row: StoredEntry, change: (entry: Entry) => Entry, form = canonicalForm): StoredEntry => {
  const entry = change(JSON.parse(row.text) as Entry);
  const text = form(entry);
  return { ...row, text, hash: hashOf(text), columns: storedColumns(columnsOf(entry)) };
};

const altered = (entry: Entry): Entry => ({
  ...entry,
  actor: { ...entry.actor, email: 'eve@example.com' },
});

const { rows, head, fromTheStart } = chainOf(5);
const brokenOf = (touched: readonly StoredEntry[], at = head) =>
  verifyHead(verifyRows(fromTheStart, touched), at).firstBrokenSequence;

describe('verifying a chain', () => {
  it('an untouched chain verifies, at once or in pages', () => {
    const whole = verifyHead(verifyRows(fromTheStart, rows), head);
    expect(whole).toMatchObject({ checked: 5, firstBrokenSequence: undefined });
    const pages = [rows.slice(0, 2), rows.slice(2, 4), rows.slice(4)];
    expect(verifyHead(pages.reduce(verifyRows, fromTheStart), head)).toEqual(whole);
  });

  it('an empty chain verifies', () => {
    const { fromTheStart: start } = chainOf(0);
    expect(verifyHead(start, emptyChain)).toEqual(start);
  });

  it.each<[what: string, rows: readonly StoredEntry[], broken: number]>([
    [
      'an altered entry',
      withRow(rows, 3, (row) => ({ ...row, text: row.text.replace('ada@example.com', 'eve@example.com') })),
      3,
    ],
    ['an altered entry whose own hash was made to fit', withRow(rows, 3, (row) => rehashed(row, altered)), 4],
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
    ...(
      [
        ['action', 'user.signed_in'],
        ['occurredAt', new Date('2026-11-15T09:59:59.001Z')],
        // As pg reads `infinity`.
        ['occurredAt', Number.POSITIVE_INFINITY],
        ['actorId', 'someone'],
        ['workspaceSlug', 'spring'],
        ['targetType', 'member'],
        ['targetId', 'u2'],
      ] as const
    ).map(([column, value]): [string, StoredEntry[], number] => [
      `another ${column} in its column`,
      withRow(rows, 4, (row) => ({ ...row, columns: { ...row.columns, [column]: value } })),
      4,
    ]),
    [
      'an earlier time of recording in its column',
      withRow(rows, 4, (row) => ({ ...row, recordedAt: new Date(now.getTime() - 1) })),
      4,
    ],
    [
      'a later time of recording in its column',
      withRow(rows, 2, (row) => ({ ...row, recordedAt: new Date(now.getTime() + 1) })),
      2,
    ],
    [
      'an entry that is no entry any more',
      withRow(rows, 1, (row) => ({ ...row, text: 'null', hash: hashOf('null') })),
      1,
    ],
    [
      'an entry that is no JSON any more',
      withRow(rows, 1, (row) => ({ ...row, text: '{', hash: hashOf('{') })),
      1,
    ],
    [
      'a last entry that is not in RFC 8785 form, whose hash fits',
      withRow(rows, 5, (row) =>
        rehashed(
          row,
          (entry) => entry,
          (entry) => JSON.stringify(entry, null, 1),
        ),
      ),
      5,
    ],
    ['an entry that is there twice', [...rows.slice(0, 2), ...rows.slice(1)], 2],
    ['an entry with a sequence below 1', [{ ...rows[0], sequence: -7 } as StoredEntry, ...rows], 1],
    ['everything removed', [], 1],
  ])('a verification of rows finds %s', (_, touched, broken) => {
    expect(brokenOf(touched)).toBe(broken);
  });

  it('recordedAt may go back in an entry, and not in its column', () => {
    const { entries, head: end } = appendEntries(
      { ...emptyChain, recordedAt: now },
      [trailEvent(), trailEvent()],
      { now: new Date(0) },
    );
    const stored = entries.map((entry) => ({
      ...entry,
      recordedAt: now,
      columns: storedColumns(entry.columns),
    }));
    // As earlier versions recorded: the entry has the time of the clock, the column that of the entry before.
    const early = rehashed(stored[0] as StoredEntry, (entry) => ({
      ...entry,
      recordedAt: new Date(now.getTime() - 60_000).toISOString(),
    }));
    const start = verificationAfter({ ...emptyChain, recordedAt: now });
    expect(verifyRows(start, [early]).firstBrokenSequence).toBeUndefined();
    const back = { ...early, recordedAt: new Date(now.getTime() - 60_000) };
    expect(verifyRows(start, [back]).firstBrokenSequence).toBe(1);
    expect(verifyHead(verifyRows(start, stored), end).firstBrokenSequence).toBeUndefined();
  });

  it('a verification finds an entry after the head', () => {
    const last = rows.at(-2);
    if (last === undefined) throw new Error('the chain is too short');
    expect(brokenOf(rows, { ...last, recordedAt: now })).toBe(5);
  });

  it('a verification finds a head that was moved', () => {
    expect(brokenOf(rows, { ...head, hash: 'f'.repeat(64) })).toBe(5);
    expect(brokenOf(rows, { ...head, sequence: 9 })).toBe(6);
    expect(brokenOf(rows, { ...head, recordedAt: new Date(now.getTime() + 1) })).toBe(5);
    expect(brokenOf(rows, emptyChain)).toBe(1);
  });

  it('a verification finds a last entry that was replaced together with its hash', () => {
    expect(brokenOf(withRow(rows, 5, (row) => rehashed(row, altered)))).toBe(5);
  });

  it('a verification stops counting at the first break', () => {
    const touched = withRow(rows, 2, (row) => ({ ...row, hash: '' }));
    expect(verifyRows(fromTheStart, touched).checked).toBe(2);
  });
});
