import type { SealedColumn } from '@patchbay/sealing/sealed-column';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ResealOptions, reseal } from './reseal.ts';
import { statementsOf } from './rows.ts';
import { createThings, credentials, notes, sealers, stranger, type Things } from './things.fixture.ts';

let things: Things;
beforeAll(async () => {
  things = await createThings();
});
beforeEach(() => things.database.pool.query('truncate notes, credentials'));
afterAll(() => things?.stop());

/** With batches of 10 rows. */
const run = (options: Partial<ResealOptions> = {}) =>
  reseal({
    columns: [notes],
    database: things.database,
    sealer: sealers.both,
    signal: new AbortController().signal,
    onBatch: () => {},
    batchRows: 10,
    pauseMs: 20,
    ...options,
  });

/** The keys of the notes, by number. */
const keysOfNotes = async (): Promise<Record<string, number>> => {
  const { rows } = await things.database.pool.query<{ key: string; count: number }>(
    `select split_part(sealed, '.', 1) as key, count(*)::int as count from notes where sealed is not null group by 1`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
};

describe('reseal', () => {
  it('a reseal moves every row to the new key, and a second one changes nothing', async () => {
    await things.addNotes(sealers.old, 35);
    await things.addNotes(sealers.new, 5);
    await things.addNote(sealers.old, null);
    const before = await things.readNotes(sealers.both);
    const [first] = await run();
    expect(first).toMatchObject({ rows: 41, resealed: 35, skipped: 0, unreadable: 0 });
    expect(first?.byKey).toEqual(new Map([['new', 40]]));
    expect(await things.readNotes(sealers.new)).toEqual(before);
    const { rows: versions } = await things.database.pool.query(
      'select id, xmin::text from notes order by id',
    );
    const [second] = await run();
    expect(second).toMatchObject({ rows: 41, resealed: 0 });
    expect((await things.database.pool.query('select id, xmin::text from notes order by id')).rows).toEqual(
      versions,
    );
  });

  it('a reseal handles texts by name of which some have the new key already, and the column of the key id', async () => {
    const id = await things.addCredentials({
      access: [sealers.old, 'a'],
      refresh: [sealers.new, 'r'],
    });
    const none = await things.addCredentials({});
    const [result] = await run({ columns: [credentials] });
    expect(result).toMatchObject({ rows: 2, resealed: 1 });
    expect(result?.byKey).toEqual(new Map([['new', 1]]));
    expect(await things.readCredentials(sealers.new, id)).toEqual({
      keyId: 'new',
      values: { access: 'a', refresh: 'r' },
    });
    expect(await things.readCredentials(sealers.new, none)).toEqual({ keyId: 'old', values: {} });
  });

  it('a reseal skips and names rows that no key opens, and reseals the others', async () => {
    await things.addNotes(sealers.old, 12);
    const unknown = await things.addNote(stranger, 'a');
    const altered = await things.addNote(sealers.old, 'b');
    await things.database.pool.query(`update notes set sealed = sealed || 'AAAA' where id = $1`, [altered]);
    const credential = await things.addCredentials({
      access: [sealers.old, 'a'],
      refresh: [stranger, 'r'],
    });
    const [ofNotes, ofCredentials] = await run({ columns: [notes, credentials] });
    expect(ofNotes).toMatchObject({ resealed: 12, unreadable: 2 });
    expect(ofNotes?.byKey).toEqual(
      new Map([
        ['new', 12],
        ['old', 1],
        ['strange', 1],
      ]),
    );
    expect(new Map(ofNotes?.examples.map(({ id, reason }) => [id, reason]))).toEqual(
      new Map([
        [unknown, 'the key that sealed this is not in the ring'],
        [altered, expect.stringContaining('sealed for another record')],
      ]),
    );
    expect(ofCredentials).toMatchObject({ resealed: 0, unreadable: 1, examples: [{ id: credential }] });
  });

  it('a reseal continues where it was stopped', async () => {
    await things.addNotes(sealers.old, 45);
    const before = await things.readNotes(sealers.old);
    const stop = new AbortController();
    let batches = 0;
    const stopped = run({
      signal: stop.signal,
      onBatch: () => {
        batches += 1;
        if (batches === 2) stop.abort(new Error('stopped'));
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await keysOfNotes()).toEqual({ new: 20, old: 25 });
    expect(await things.readNotes(sealers.both)).toEqual(before);
    const [result] = await run();
    expect(result).toMatchObject({ resealed: 25 });
    expect(await things.readNotes(sealers.new)).toEqual(before);
  });

  it.each([notes, credentials])(
    'a reseal reads a page by the primary key, however large the table is: %s',
    async (column) => {
      const { pool } = things.database;
      await pool.query(`
      insert into notes select gen_random_uuid(), 'ada', 'old.text' from generate_series(1, 5000);
      insert into credentials select gen_random_uuid(), '{"a": "old.text"}', 'old' from generate_series(1, 5000)`);
      await pool.query('analyze');
      const { page } = statementsOf(column);
      const { rows } = await pool.query(`explain ${page.text}`, [
        '00000000-0000-0000-0000-000000000000',
        500,
      ]);
      const plan = JSON.stringify(rows);
      expect(plan).toContain(`Index Scan using ${column.table}_pkey`);
      expect(plan).not.toContain('Sort');
    },
  );

  it('a reseal changes nothing of a batch whose transaction fails', async () => {
    await things.addNotes(sealers.old, 15);
    await things.database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse before update on notes for each row execute function refuse()`);
    await expect(run()).rejects.toThrow('no');
    expect(await keysOfNotes()).toEqual({ old: 15 });
    await things.database.pool.query('drop function refuse cascade');
  });

  it('two concurrent reseals reseal each row once', async () => {
    await things.addNotes(sealers.old, 120);
    const before = await things.readNotes(sealers.old);
    const results = (await Promise.all([run(), run(), run()])).flat();
    expect(results.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(120);
    for (const { byKey } of results) expect(byKey).toEqual(new Map([['new', 120]]));
    expect(await things.readNotes(sealers.new)).toEqual(before);
  });

  it('a reseal finds rows that are written behind it, also with the old key', async () => {
    await things.addNotes(sealers.old, 60);
    let wrote = 0;
    const { query } = things.database;
    const writing: typeof query = async (...parameters) => {
      if (wrote < 10) {
        wrote += 2;
        await things.addNote(sealers.old, 'late');
        await things.addNote(sealers.both, 'late and new');
      }
      return query(...parameters);
    };
    const [result] = await run({ database: { ...things.database, query: writing } });
    expect(result?.byKey).toEqual(new Map([['new', 70]]));
    expect(await things.readNotes(sealers.new)).toHaveLength(70);
  });

  it('a reseal does not wait for row locks and returns to a locked row later', async () => {
    await things.addNotes(sealers.old, 20);
    const client = await things.database.pool.connect();
    await client.query('begin');
    await client.query('update notes set owner = owner where id = (select id from notes limit 1)');
    let released = false;
    const release = async () => {
      released = true;
      await client.query('commit');
      client.release();
    };
    const [result] = await run({
      onBatch(_column, { rows, resealed }) {
        // The first pass has reached the end of the table without waiting for the lock.
        if (rows === 20 && resealed === 19 && !released) void release();
      },
    });
    expect(released).toBe(true);
    expect(result?.byKey).toEqual(new Map([['new', 20]]));
  });

  it('a reseal gives up on a row that stays locked, and counts it', async () => {
    await things.addNotes(sealers.old, 3);
    const client = await things.database.pool.connect();
    await client.query('begin');
    await client.query('select from notes limit 1 for update');
    try {
      const [result] = await run();
      expect(result).toMatchObject({ resealed: 2, skipped: 1 });
      expect(result?.byKey).toEqual(
        new Map([
          ['new', 2],
          ['old', 1],
        ]),
      );
    } finally {
      await client.query('commit');
      client.release();
    }
  });

  it('a reseal loses no change that is written between its read and its write', async () => {
    await things.addNotes(sealers.old, 30);
    const writing = new Map<string, Promise<void>>();
    const column: SealedColumn = {
      ...notes,
      reseal(sealer, sealed, binding, name) {
        const [, id = ''] = binding;
        // The row lock makes this statement wait until the batch is committed.
        writing.set(id, things.rewriteNote(sealers.both, id, `changed ${id}`));
        return notes.reseal(sealer, sealed, binding, name);
      },
    };
    await run({ columns: [column], batchRows: 3 });
    await Promise.all(writing.values());
    expect(writing.size).toBe(30);
    const expected = [...writing.keys()].map((id) => `changed ${id}`).toSorted();
    expect(await things.readNotes(sealers.new)).toEqual(expected);
  });
});
