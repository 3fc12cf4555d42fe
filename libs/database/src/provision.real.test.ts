import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provisionSchema } from './provision.ts';
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.fixture.ts';

const password = `p@ss:w/rd'%`;
let scratches: ScratchDatabase[];

const provision = async (scratch: ScratchDatabase, schema: string): Promise<string> =>
  (await provisionSchema({ adminUrl: scratch.url, schema, password })).url;

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const provisionAll = (): Promise<string[]> =>
  Promise.all(
    scratches.flatMap((scratch) =>
      ['cellar', 'cellar', 'attic', 'garden'].map((schema) => provision(scratch, schema)),
    ),
  );

beforeAll(async () => {
  scratches = await Promise.all([1, 2, 3].map(() => createScratchDatabase()));
});
afterAll(async () => {
  const [last, ...others] = scratches;
  await Promise.all(others.map((scratch) => scratch.drop()));
  await last?.drop('cellar', 'attic', 'garden');
});

describe('provisioning', () => {
  it('works for many schemas and databases of a cluster at once, and again', async () => {
    await provisionAll();
    const urls = await provisionAll();
    const seen = await Promise.all(
      urls.map((url) =>
        withClient(url, async (client) => {
          const { rows } = await client.query<{ described: string }>(
            `select current_user || ' ' || current_schema() || ' ' || current_setting('search_path') as described`,
          );
          return rows[0]?.described;
        }),
      ),
    );
    expect(seen.slice(0, 4)).toEqual([
      'cellar cellar cellar',
      'cellar cellar cellar',
      'attic attic attic',
      'garden garden garden',
    ]);
    expect(new Set(seen).size).toBe(3);
  });

  it('gives a role its own schema and nothing of the others', async () => {
    const [scratch] = scratches as [ScratchDatabase];
    const [cellar, attic] = await Promise.all([provision(scratch, 'cellar'), provision(scratch, 'attic')]);
    await withClient(cellar, (client) => client.query('create table wine (id integer)'));
    await withClient(attic, async (client) => {
      await expect(client.query('select * from cellar.wine')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('create table cellar.beer ()')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('create table public.beer ()')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('create schema another')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('create role another')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('set role cellar')).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('lets a role into no database that it was not provisioned for', async () => {
    const other = await createScratchDatabase();
    try {
      await provision(other, 'shed');
      const url = new URL(await provision(scratches[0] as ScratchDatabase, 'cellar'));
      url.pathname = new URL(other.url).pathname;
      await expect(withClient(url.href, async () => {})).rejects.toMatchObject({ code: '42501' });
    } finally {
      await other.drop('shed');
    }
  });

  describe('by an administrator who is no superuser', () => {
    /** The administrator owns the database. */
    async function asSteward(
      work: (scratch: ScratchDatabase, adminUrl: string, schema: string) => Promise<void>,
    ): Promise<void> {
      const scratch = scratches[0] as ScratchDatabase;
      const database = new URL(scratch.url).pathname.slice(1);
      await scratch.run(`create role steward_${database} login createrole password 'x'`);
      try {
        await scratch.run(`alter database ${database} owner to steward_${database}`);
        const url = new URL(scratch.url);
        url.username = `steward_${database}`;
        url.password = 'x';
        await scratch.run(`alter schema public owner to steward_${database}`);
        await work(scratch, url.href, `kiosk_${database}`);
      } finally {
        await scratch.run(`alter database ${database} owner to current_user; alter schema public owner to current_user;
          drop owned by steward_${database}; drop role steward_${database}`);
      }
    }
    const drop = (scratch: ScratchDatabase, schema: string, ...roles: string[]) =>
      scratch.run(
        [
          `drop schema ${schema} cascade`,
          ...roles.map((role) => `drop owned by ${role}; drop role ${role}`),
        ].join('; '),
      );

    it('works', () =>
      asSteward(async (scratch, adminUrl, schema) => {
        const { url: role } = await provisionSchema({ adminUrl, schema, password });
        await provisionSchema({ adminUrl, schema, password });
        await withClient(role, (client) => client.query('create table papers (id integer)'));
        expect(await scratch.run(`select from ${schema}.papers`)).toEqual([]);
        await drop(scratch, schema, schema);
      }));

    it('gives a schema that its role owned to another owner', () =>
      asSteward(async (scratch, adminUrl, schema) => {
        const before = await provisionSchema({ adminUrl, schema, password });
        await withClient(before.url, (client) => client.query('create table papers (id integer)'));
        const owner = { role: `${schema}_owner`, password: 'o' };
        for (let again = 0; again < 2; again += 1) {
          const { url, ownerUrl } = await provisionSchema({ adminUrl, schema, password, owner });
          await withClient(ownerUrl, (client) => client.query(`grant insert on papers to ${schema}`));
          await withClient(url, async (client) => {
            await client.query('insert into papers values (1)');
            for (const forbidden of ['delete from papers', 'drop table papers', 'create table weeds ()'])
              await expect(client.query(forbidden)).rejects.toMatchObject({ code: '42501' });
          });
        }
        await drop(scratch, schema, schema, owner.role);
      }));
  });

  it('lets another role own the schema: the role of the schema has what it is granted, also where it owned all before', async () => {
    const [scratch] = scratches as [ScratchDatabase];
    const owned = await provision(scratch, 'garden');
    await withClient(owned, (client) => client.query('create table plants (name text)'));
    const owner = { role: 'garden_owner', password: 'o' };
    for (let again = 0; again < 2; again += 1) {
      const urls = await provisionSchema({ adminUrl: scratch.url, schema: 'garden', password, owner });
      await withClient(urls.ownerUrl, (client) => client.query('grant select, insert on plants to garden'));
      await withClient(urls.url, async (client) => {
        await client.query(`insert into plants values ('rose')`);
        for (const forbidden of ['delete from plants', 'drop table plants', 'create table weeds ()'])
          await expect(client.query(forbidden)).rejects.toMatchObject({ code: '42501' });
      });
    }
    await scratch.run('drop owned by garden_owner cascade; drop role garden_owner');
    await provision(scratch, 'garden');
  });

  it('refuses a name that is not one', async () => {
    await expect(provision(scratches[0] as ScratchDatabase, 'Cellar"')).rejects.toThrow(
      'cannot name a schema',
    );
  });
});
