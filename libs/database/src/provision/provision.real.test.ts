import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScratchDatabase, type ScratchDatabase, waitUntil } from '../scratch-database.fixture.ts';
import { type ProvisionedUrls, provisionSchema } from './provision.ts';

const password = `p@ss:w/rd'%`;
let scratches: ScratchDatabase[];

const ownerOf = (schema: string) => ({ role: `${schema}_owner`, password: 'o' });
const provision = ({ url: adminUrl }: Pick<ScratchDatabase, 'url'>, schema: string, grantsRows = false) =>
  provisionSchema({ adminUrl, schema, password, owner: ownerOf(schema), grantsRows });
/** The roles of a schema, for their removal. */
const rolesOf = (...schemas: string[]) => schemas.flatMap((schema) => [schema, ownerOf(schema).role]);

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const provisionAll = () =>
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
  await last?.drop(...rolesOf('cellar', 'attic', 'garden'));
});

describe('provisioning', () => {
  it('provisioning works for many schemas and databases of a cluster at once, and again', async () => {
    await provisionAll();
    const urls = await provisionAll();
    const seen = await Promise.all(
      urls.map(({ url }) =>
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

  it('provisioning gives an owner its own schema and nothing of the others', async () => {
    const [scratch] = scratches as [ScratchDatabase];
    const [cellar, attic] = await Promise.all([provision(scratch, 'cellar'), provision(scratch, 'attic')]);
    await withClient(cellar.ownerUrl, (client) => client.query('create table wine (id integer)'));
    await withClient(attic.ownerUrl, async (client) => {
      await expect(client.query('select * from cellar.wine')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('create table cellar.beer ()')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('create table public.beer ()')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('create schema another')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('create role another')).rejects.toMatchObject({ code: '42501' });
      for (const role of rolesOf('cellar'))
        await expect(client.query(`set role ${role}`)).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('provisioning lets a role into no database that it was not provisioned for', async () => {
    const other = await createScratchDatabase();
    try {
      await provision(other, 'shed');
      const urls = await provision(scratches[0] as ScratchDatabase, 'cellar');
      for (const each of [urls.url, urls.ownerUrl]) {
        const url = new URL(each);
        url.pathname = new URL(other.url).pathname;
        await expect(withClient(url.href, async () => {})).rejects.toMatchObject({ code: '42501' });
      }
    } finally {
      await other.drop(...rolesOf('shed'));
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

    it('provisioning works by an administrator who is no superuser, also where the role of the schema owned it', () =>
      asSteward(async (scratch, url, schema) => {
        await provision({ url }, schema);
        await ownedByItsRole(scratch, schema);
        for (let again = 0; again < 2; again += 1) {
          const urls = await provision({ url }, schema, true);
          expect(await useAndAlter(urls, ownersAlone(schema))).toEqual(ownersAlone(schema));
        }
        await scratch.run(
          [
            `drop schema ${schema} cascade`,
            ...rolesOf(schema).map((role) => `drop owned by ${role}; drop role ${role}`),
          ].join('; '),
        );
      }));
  });

  /** As it was before there were owners: the role of the schema owned a table, a type and a function, and had granted nothing. */
  const ownedByItsRole = (scratch: ScratchDatabase, schema: string) =>
    scratch.run(`alter schema ${schema} owner to ${schema};
      create table ${schema}.plants (id integer generated always as identity, name text);
      create type ${schema}.colour as enum ('red');
      create function ${schema}.one() returns integer language sql as 'select 1';
      create table ${schema}._prisma_migrations (migration_name text);
      alter table ${schema}.plants owner to ${schema};
      alter table ${schema}._prisma_migrations owner to ${schema};
      alter type ${schema}.colour owner to ${schema};
      alter function ${schema}.one() owner to ${schema}`);

  const ownersAlone = (schema: string): string[] => [
    'drop table plants',
    'truncate plants',
    'create table weeds ()',
    'drop type colour',
    'drop function one()',
    `drop schema ${schema} cascade`,
    'select from _prisma_migrations',
    `set role ${ownerOf(schema).role}`,
  ];

  /** Reads and writes rows as the role; what it is refused besides. Then the owner alters everything. */
  async function useAndAlter(
    { url, ownerUrl }: ProvisionedUrls,
    statements: readonly string[],
  ): Promise<string[]> {
    const refused = await withClient(url, async (client) => {
      await client.query(`insert into plants (name) values ('rose')`);
      await client.query(
        `update plants set name = 'lily'; select one(), 'red'::colour from plants; delete from plants`,
      );
      const those: string[] = [];
      for (const statement of statements)
        await client.query(statement).catch(({ code }: { code?: string }) => {
          if (code === '42501') those.push(statement);
        });
      return those;
    });
    await withClient(ownerUrl, (client) =>
      client.query(`alter table plants add column more colour; alter table plants drop column more;
        create or replace function one() returns integer language sql as 'select 1';
        insert into _prisma_migrations values ('x')`),
    );
    return refused;
  }

  it('provisioning takes over a table that is in use when it is not any more, and lets requests through meanwhile', async () => {
    const [scratch] = scratches as [ScratchDatabase];
    const { url } = await provision(scratch, 'cellar');
    await scratch.run('create table cellar.casks (); alter table cellar.casks owner to cellar');
    const owners = `select relowner::regrole::text as owner from pg_class where oid = 'cellar.casks'::regclass`;
    await withClient(url, async (using) => {
      await using.query('begin; select from casks');
      const provisioned = provision(scratch, 'cellar', true);
      await waitUntil(async () => {
        const waiting = `select from pg_locks where relation = 'cellar.casks'::regclass and not granted`;
        return (await scratch.run(waiting)).length > 0;
      });
      // Waits behind the lock that is asked for, until that is given up.
      await withClient(url, (client) => client.query(`set statement_timeout to '100s'; select from casks`));
      expect(await scratch.run(owners)).toEqual([{ owner: 'cellar' }]);
      await using.query('commit');
      await provisioned;
    });
    expect(await scratch.run(owners)).toEqual([{ owner: 'cellar_owner' }]);
  });

  it('provisioning leaves the rights to migrations unless it is asked for those on rows', async () => {
    const [scratch] = scratches as [ScratchDatabase];
    const { url, ownerUrl } = await provision(scratch, 'attic');
    await withClient(ownerUrl, (client) => client.query('create table boxes ()'));
    await provision(scratch, 'attic');
    await withClient(url, (client) =>
      expect(client.query('select from boxes')).rejects.toMatchObject({ code: '42501' }),
    );
  });

  it('provisioning refuses a name that is not one', async () => {
    const [scratch] = scratches as [ScratchDatabase];
    await expect(provision(scratch, 'Cellar"')).rejects.toThrow('cannot name a role or a schema');
    const owner = { role: 'cellar', password };
    await expect(
      provisionSchema({ adminUrl: scratch.url, schema: 'cellar', password, owner }),
    ).rejects.toThrow('cellar cannot own its schema');
  });
});
