import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMonths, type Months, partitionOf } from './months.fixture.ts';

describe('retention of a trail that does not verify', () => {
  let months: Months;
  /** Entries 1 to 3 are of July, 4 and 5 of August. */
  let organizationId: string;

  beforeAll(async () => {
    months = await createMonths();
  });
  beforeEach(async () => {
    await months.reset();
    ({ organizationId } = await months.recordMonths({ 7: 3, 8: 2 }));
    await months.recordMonths({ 7: 2, 9: 1 });
  });
  afterAll(() => months?.stop());

  const tamper = (statement: string) => months.trail.db.pool.query(statement, [organizationId]);
  const at = (sequence: number) => `organization_id = $1 and sequence = ${sequence}`;

  it.each<[what: string, statement: string, broken: number]>([
    ['an altered entry', `update entries set entry = replace(entry, 'Ada', 'Eve') where ${at(2)}`, 2],
    [
      'an entry with an escape that Postgres cannot decode',
      `update entries set entry = replace(entry, 'Ada', '\\u0000\\ud800') where ${at(2)}`,
      2,
    ],
    ['a removed last entry, which the next month continues', `delete from entries where ${at(3)}`, 3],
    ['a cut-off tail', `delete from entries where organization_id = $1 and sequence > 3`, 4],
    ['an invented checkpoint', `insert into checkpoints select $1, 0, repeat('0', 64), now(), 'invented'`, 0],
  ])('retention removes nothing where there is %s', async (_, statement, broken) => {
    await tamper(statement);
    const lines: string[] = [];
    const before = await months.partitions();
    expect(await months.retain(1, lines)).toEqual({ removed: [], complete: false });
    expect(lines).toEqual([
      `entries_2025_07: the trail of organization ${organizationId} does not verify at sequence ${broken}`,
      expect.stringMatching(/^entries_2025_07 stays, and what is younger/),
    ]);
    expect(await months.partitions()).toEqual(before);
    expect(await months.removedBefore()).toEqual(new Date(0));
    const { rows } = await months.trail.db.pool.query(`select from checkpoints where signed <> 'invented'`);
    expect(rows).toHaveLength(0);
  });

  it('a dry run finds a trail that does not verify, also in a later month', async () => {
    await tamper(`update entries set entry = replace(entry, 'Ada', 'Eve') where ${at(5)}`);
    const lines: string[] = [];
    expect(await months.retain(1, lines, { dryRun: true })).toMatchObject({
      removed: [{ partition: partitionOf(7) }],
      complete: false,
    });
    expect(lines).toEqual([
      expect.stringMatching(/^entries_2025_07: .* would be removed$/),
      `entries_2025_08: the trail of organization ${organizationId} does not verify at sequence 5`,
      expect.stringMatching(/^entries_2025_08 stays, and what is younger/),
    ]);
    expect(await months.checkpointOf(organizationId)).toBeUndefined();
  });

  it('retention removes a broken month with --even-broken', async () => {
    await tamper(`update entries set entry = replace(entry, 'Ada', 'Eve') where ${at(2)}`);
    const lines: string[] = [];
    const { complete } = await months.retain(3, lines, { evenBroken: true });
    expect(complete).toBe(true);
    expect(lines).toEqual([
      expect.stringContaining('does not verify at sequence 2'),
      expect.stringMatching(/5 entries of 2 organizations, [\d.]+ MB removed$/),
    ]);
    expect(await months.partitions()).not.toContain(partitionOf(7));
    expect(await months.checkpointOf(organizationId)).toMatchObject({ sequence: 3 });
  });
});
