import { createPublicKey } from 'node:crypto';
import { type Queryable, queryOn } from '@patchbay/database/query';
import { tracerOf } from '@patchbay/telemetry/span';
import { createServiceKeys } from '@patchbay/tokens/service-keys';
import { describe, expect, it } from 'vitest';
import { signCheckpoint } from '../domain/checkpoint.ts';
import { trailEvent } from '../domain/trail-event.fixture.ts';
import { headKeys, sharedTrail } from '../test-bed.fixture.ts';
import { createMonths, months, recordAt, recordOverMonths } from '../three-months.fixture.ts';
import { createVerifier } from './verify-audit-logs.ts';

const signal = new AbortController().signal;
const trustedKeys = [createPublicKey(headKeys.privateKey)];

const trail = await sharedTrail();
await createMonths(trail.db);

/** Runs statements as the owner; `$1` is the organization. */
const tamper = async (organizationId: string, ...statements: string[]) => {
  for (const statement of statements) await trail.db.pool.query(statement, [organizationId]);
};

const verify = (organizationId: string, db: Queryable = trail.db) =>
  createVerifier(db, trustedKeys)(organizationId, 0, signal);

/** The same in calls of five entries each, and pages of two. */
async function verifyInParts(organizationId: string, db: Queryable = trail.db) {
  const verifyPart = createVerifier(db, trustedKeys, { maxEntries: 5, pageSize: 2 });
  let part = await verifyPart(organizationId, 0, signal);
  let checked = part.checked;
  while (part.nextSequence !== undefined) {
    part = await verifyPart(organizationId, part.nextSequence, signal);
    checked += part.checked;
  }
  return { ...part, checked };
}

const update = (sequence: number, set: string) =>
  `update entries set ${set} where organization_id = $1 and sequence = ${sequence}`;
const remove = (condition: string) => `delete from entries where organization_id = $1 and ${condition}`;
const updateHead = (set: string) => `update chain_heads set ${set} where organization_id = $1`;
/** Inserts a copy of a row with these columns changed. */
const insertCopy = (of: number, columns: Partial<Record<string, string>>) => {
  const copied = ['sequence', 'recorded_at', 'action', 'occurred_at', 'actor_id', 'workspace_slug'];
  copied.push('target_type', 'target_id', 'entry', 'hash');
  const values = copied.map((column) => columns[column] ?? column);
  return `insert into entries (organization_id, event_id, ${copied.join(', ')})
          select organization_id, gen_random_uuid(), ${values.join(', ')} from entries
          where organization_id = $1 and sequence = ${of}`;
};

describe('a verification of a trail over three months', () => {
  it('a verification finds an untouched trail over three months intact', async () => {
    const organizationId = await recordOverMonths(trail.db);
    const intact = { checked: 12, firstBrokenSequence: undefined, nextSequence: undefined };
    expect(await verify(organizationId)).toEqual(intact);
    expect(await verifyInParts(organizationId)).toEqual(intact);
  });

  it.each<[what: string, broken: number, ...statements: string[]]>([
    ['a workspace that its text does not name', 6, update(6, `workspace_id = 'another'`)],

    ['a removed first entry of a month', 5, remove('sequence = 5')],
    ['a removed last entry of a month', 8, remove('sequence = 8')],
    ['a removed month', 5, remove('sequence between 5 and 8')],

    ['an entry beyond the head', 13, insertCopy(12, { sequence: '13' })],
    [
      'an entry far beyond the head, in the first month',
      13,
      insertCopy(1, { sequence: '9223372036854775807' }),
    ],
    ['an entry with sequence 0', 1, insertCopy(1, { sequence: '0' })],
    [
      'an entry with a negative sequence, in the last month',
      1,
      insertCopy(12, { sequence: '-9223372036854775808' }),
    ],
    [
      'a sequence that is there twice, in an earlier month too',
      6,
      insertCopy(6, { recorded_at: `recorded_at - interval '1 month'` }),
    ],
    [
      'a sequence that is there twice, at the end of a part',
      5,
      insertCopy(5, { recorded_at: `recorded_at + interval '1 month'` }),
    ],
    [
      'a last entry that moved to the next month',
      4,
      update(4, `recorded_at = recorded_at + interval '1 month'`),
    ],
    [
      'an early entry that moved to the last month',
      2,
      update(2, `recorded_at = recorded_at + interval '2 months'`),
    ],
    ['a time of the action that JavaScript does not know', 7, update(7, `occurred_at = '290000-01-01'`)],
    ['a head that was moved ahead of all numbers', 13, updateHead('sequence = 9223372036854775807')],
    ['a head with an infinite time', 12, updateHead(`recorded_at = 'infinity'`)],
    ['a removed head', 1, 'delete from chain_heads where organization_id = $1'],
  ])('a verification finds %s', async (_, firstBrokenSequence, ...statements) => {
    const organizationId = await recordOverMonths(trail.db);
    await tamper(organizationId, ...statements);
    expect(await verify(organizationId)).toMatchObject({ firstBrokenSequence, nextSequence: undefined });
    expect(await verifyInParts(organizationId)).toMatchObject({ firstBrokenSequence });
  });

  it.each([5, 12])('a verification finds a duplicate of row %i', async (sequence) => {
    const organizationId = await recordOverMonths(trail.db);
    const client = await trail.db.pool.connect();
    // Dropping the primary key is undone by the rollback: the verifications are queries of the same transaction.
    const db: Queryable = {
      ...trail.db,
      query: queryOn({ client, prepares: true, tracer: tracerOf('test') }),
    };
    try {
      await client.query('begin');
      await client.query('alter table entries drop constraint entries_pkey');
      await client.query(insertCopy(sequence, {}), [organizationId]);
      expect(await verify(organizationId, db)).toMatchObject({ firstBrokenSequence: sequence });
      expect(await verifyInParts(organizationId, db)).toMatchObject({ firstBrokenSequence: sequence });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('a verification does not count entries recorded after it began', async () => {
    const organizationId = await recordOverMonths(trail.db);
    const growing: Queryable = {
      now: () => new Date(),
      async query(statement, values) {
        if (statement.name === 'entries walk')
          await recordAt(trail.db, organizationId, new Date('2026-03-21T00:00:00Z'), [trailEvent()]);
        return trail.db.query(statement, values);
      },
    };
    expect(await verify(organizationId, growing)).toMatchObject({
      checked: 12,
      firstBrokenSequence: undefined,
    });
    expect(await verify(organizationId)).toMatchObject({ checked: 13, firstBrokenSequence: undefined });
  });
});

describe('after retention, a verification', () => {
  /** Removes the entries up to this one, and inserts their checkpoint with these columns changed. */
  async function retain(
    organizationId: string,
    sequence: number,
    given: { id?: string; hash?: string; privateKey?: typeof headKeys.privateKey } = {},
  ) {
    const values = [organizationId, sequence];
    const { rows } = await trail.db.pool.query<{ hash: string }>(
      'select hash from entries where organization_id = $1 and sequence = $2',
      values,
    );
    const signed = signCheckpoint(
      { organizationId: given.id ?? organizationId, sequence, hash: rows[0]?.hash ?? '' },
      given.privateKey ?? headKeys.privateKey,
      new Date(),
    );
    await trail.db.pool.query(
      `with removed as (
         insert into checkpoints (organization_id, sequence, hash, recorded_at, signed)
         select organization_id, sequence, coalesce($3, hash), recorded_at, $4 from entries
         where organization_id = $1 and sequence = $2)
       delete from entries where organization_id = $1 and sequence <= $2`,
      [...values, given.hash, signed],
    );
  }

  it('after retention a verification begins at the checkpoint', async () => {
    const organizationId = await recordOverMonths(trail.db);
    await retain(organizationId, 4);
    const intact = { checked: 8, firstBrokenSequence: undefined, nextSequence: undefined };
    expect(await verify(organizationId)).toEqual(intact);
    expect(await verifyInParts(organizationId)).toEqual(intact);
    const verifyAfter = createVerifier(trail.db, trustedKeys);
    expect(await verifyAfter(organizationId, 2, signal)).toEqual(intact);
    expect(await verifyAfter(organizationId, 4, signal)).toEqual(intact);
    expect(await verifyAfter(organizationId, 5, signal)).toEqual({ ...intact, checked: 7 });
  });

  it('a trail that retention emptied verifies, and so do entries recorded later', async () => {
    const organizationId = await recordOverMonths(trail.db);
    await retain(organizationId, 12);
    expect(await verify(organizationId)).toMatchObject({ checked: 0, firstBrokenSequence: undefined });
    const [, , last = new Date()] = months;
    // A clock that went back since: the entry has the time of the last one that was removed.
    await recordAt(trail.db, organizationId, new Date(last.getTime() - 60_000), [
      trailEvent({ occurredAt: last }),
    ]);
    expect(await verify(organizationId)).toMatchObject({ checked: 1, firstBrokenSequence: undefined });
  });

  it('a checkpoint signed by an earlier key is trusted', async () => {
    const organizationId = await recordOverMonths(trail.db);
    const earlier = createServiceKeys();
    await retain(organizationId, 4, { privateKey: earlier.privateKey });
    const keys = [...trustedKeys, createPublicKey(earlier.privateKey)];
    expect(await createVerifier(trail.db, keys)(organizationId, 0, signal)).toMatchObject({
      checked: 8,
      firstBrokenSequence: undefined,
    });
    expect(await verify(organizationId)).toMatchObject({ checked: 0, firstBrokenSequence: 1 });
  });

  it.each<[what: string, broken: number, given: Parameters<typeof retain>[2], ...statements: string[]]>([
    [
      'a checkpoint that nobody signed',
      1,
      {},
      `update checkpoints set signed = '' where organization_id = $1`,
    ],
    [
      'a checkpoint with another time',
      5,
      {},
      `update checkpoints set recorded_at = recorded_at + interval '2 months' where organization_id = $1`,
    ],
    ['a removed checkpoint', 1, {}, 'delete from checkpoints where organization_id = $1'],
    [
      'an entry that was put back before the checkpoint',
      2,
      {},
      insertCopy(5, { sequence: '2', recorded_at: `recorded_at - interval '1 month'` }),
    ],
    ['everything removed after the checkpoint', 5, {}, remove('true')],
    ['a head before the checkpoint', 4, {}, remove('true'), updateHead('sequence = 3')],
  ])('after retention a verification finds %s', async (_, firstBrokenSequence, given, ...statements) => {
    const organizationId = await recordOverMonths(trail.db);
    await retain(organizationId, 4, given);
    await tamper(organizationId, ...statements);
    expect(await verify(organizationId)).toMatchObject({ firstBrokenSequence });
    expect(await verifyInParts(organizationId)).toMatchObject({ firstBrokenSequence });
    expect(await createVerifier(trail.db, trustedKeys)(organizationId, 3, signal)).toMatchObject({
      firstBrokenSequence,
    });
  });

  it.each([0, 3])(
    'a verification begins again at a checkpoint that is written while it runs, after %i',
    async (afterSequence) => {
      const organizationId = await recordOverMonths(trail.db);
      let retained: Promise<void> | undefined;
      const meanwhile: Queryable = {
        now: () => new Date(),
        async query(statement, values) {
          if (statement.name === (afterSequence === 0 ? 'entries walk' : 'entry by sequence'))
            await (retained ??= retain(organizationId, 4));
          return trail.db.query(statement, values);
        },
      };
      expect(await createVerifier(meanwhile, trustedKeys)(organizationId, afterSequence, signal)).toEqual({
        checked: 8,
        firstBrokenSequence: undefined,
        nextSequence: undefined,
      });
    },
  );
});
