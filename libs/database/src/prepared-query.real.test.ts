import { Pool, type PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPrepared } from './prepared-query.ts';
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.fixture.ts';

let scratch: ScratchDatabase;
let pool: Pool;
let client: PoolClient;

beforeAll(async () => {
  scratch = await createScratchDatabase();
});
beforeEach(async () => {
  pool = new Pool({ connectionString: scratch.url, max: 2 });
  client = await pool.connect();
});
afterEach(async () => {
  client.release();
  await pool.end();
});
afterAll(() => scratch.drop());

/** The names of the messages that Postgres sends while `work` runs. */
async function messagesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  const names: string[] = [];
  const onMessage = ({ name }: { name: string }) => void names.push(name);
  // Without a listener of all messages, `pg` emits none; `on` is too late to change that on an open connection.
  Object.assign(connection, { _emitMessage: true });
  connection.on('message', onMessage);
  await work();
  connection.off('message', onMessage);
  return names;
}

const sum = { name: 'sum', text: 'select $1::int + $2::int as sum' };

describe('a prepared statement', () => {
  it('is prepared and described by its first run on a connection alone', async () => {
    const rows: unknown[] = [];
    const run = async () => rows.push(await runPrepared(client, sum, [1, 2]));
    expect(await messagesDuring(run)).toEqual([
      'parseComplete',
      'bindComplete',
      'rowDescription',
      'dataRow',
      'commandComplete',
      'readyForQuery',
    ]);
    expect(await messagesDuring(run)).toEqual([
      'bindComplete',
      'dataRow',
      'commandComplete',
      'readyForQuery',
    ]);
    expect(rows).toEqual([[{ sum: 3 }], [{ sum: 3 }]]);
    expect(await runPrepared(pool, sum, [2, 2])).toEqual([{ sum: 4 }]);
  });

  it('is described once where it returns no rows as well', async () => {
    const set = { name: 'set', text: 'create temporary table if not exists nothing ()' };
    await runPrepared(client, set, []);
    expect(await messagesDuring(() => runPrepared(client, set, []))).not.toContain('noData');
    const none = { name: 'none', text: 'select 1 as one where $1' };
    expect(await runPrepared(client, none, [false])).toEqual([]);
    expect(await runPrepared(client, none, [true])).toEqual([{ one: 1 }]);
  });

  it('takes and returns values as `pg` does', async () => {
    const statement = {
      name: 'values',
      text: `select $1::bytea as bytes, $2::timestamptz as time, $3::jsonb as json, $4::text[] as texts,
                    $5::bigint as big, $6::text as nothing, $7::bool as yes, $8::bytea[] as many`,
    };
    const values = [
      Buffer.from([0, 1, 255]),
      new Date('2027-01-31T12:00:00.123Z'),
      { a: [1, null] },
      ['a', 'b"c', null],
      12n,
      null,
      true,
      [Buffer.from('a'), Buffer.from('b')],
    ];
    const [own] = await runPrepared(client, statement, values);
    const {
      rows: [others],
    } = await client.query({ text: statement.text, values });
    expect(own).toEqual(others);
    expect(own).toMatchObject({ time: values[1], nothing: null, yes: true });
  });

  it('has the last of several columns of one name, as with `pg`', async () => {
    const twice = { name: 'twice', text: 'select 1 as a, $1::int as a' };
    expect(await runPrepared(client, twice, [2])).toEqual([{ a: 2 }]);
    expect(await runPrepared(client, twice, [null])).toEqual([{ a: null }]);
  });

  it('can be run again after it has failed, on the same connection', async () => {
    const divide = { name: 'divide', text: 'select $1::int / $2::int as result' };
    await expect(runPrepared(client, divide, [1, 0])).rejects.toMatchObject({ code: '22012' });
    expect(await runPrepared(client, divide, [6, 3])).toEqual([{ result: 2 }]);
    await expect(runPrepared(client, divide, ['no number', 1])).rejects.toMatchObject({ code: '22P02' });
    const unknown = { name: 'unknown', text: 'select * from things_of_later' };
    await expect(runPrepared(client, unknown, [])).rejects.toMatchObject({ code: '42P01' });
    await client.query('create temporary table things_of_later as select 1 as a');
    expect(await runPrepared(client, unknown, [])).toEqual([{ a: 1 }]);
  });

  it('with a value that cannot be sent fails alone', async () => {
    const toPostgres = (): never => {
      throw new Error('cannot be sent');
    };
    await expect(runPrepared(client, sum, [{ toPostgres }, 1])).rejects.toThrow('cannot be sent');
    expect(await runPrepared(client, sum, [1, 1])).toEqual([{ sum: 2 }]);
  });

  it('is refused with another text', async () => {
    await runPrepared(client, sum, [1, 2]);
    await expect(runPrepared(client, { name: 'sum', text: 'select 1' }, [])).rejects.toThrow('another text');
    expect(await runPrepared(client, sum, [1, 2])).toEqual([{ sum: 3 }]);
  });

  it('rejects when its connection is lost, and its pool goes on', async () => {
    const sleep = { name: 'sleep', text: 'select pg_sleep(30)' };
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    client.on('error', () => {});
    const running = runPrepared(client, sleep, []).catch((error: Error) => error.message);
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect(await running).toMatch(/terminat/);
    expect(await runPrepared(pool, sum, [1, 2])).toEqual([{ sum: 3 }]);
  });
});
