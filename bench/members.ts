import type { Sql } from './database.ts';
import type { LoadGenerator } from './load.ts';
import { reportMembers } from './report-members.ts';
import { type Kind, measure } from './rounds.ts';
import { founder, get, type SignedIn } from './session.ts';
import { oneByOne, type Settings } from './settings.ts';

/** Numbers of members, up to the maximum of an organization, and the factor on the requests of a round (`Kind.times`). */
const sizes = [
  { members: 10, times: 0.08 },
  { members: 1_000, times: 0.03 },
  { members: 10_000, times: 0.006 },
];

const slugOf = (members: number): string => `bench-${members}`;

const insertPeople = `
  insert into organization.people (user_id, email, name)
  select gen_random_uuid(), 'person-' || place || '@bench.example', 'Person ' || place
  from generate_series(1, $1::int) as place`;

const insertOrganization = `
  with made as (
    insert into organization.organizations (id, slug, name)
    values (gen_random_uuid(), $1, $1) returning id
  ), joining as (
    select user_id, 'admin' as role from organization.people where email = $2
    union all
    (select user_id, 'member' from organization.people where email like '%@bench.example' limit $3::int - 1)
  )
  insert into organization.members (id, organization_id, user_id, role)
  select gen_random_uuid(), made.id, joining.user_id, joining.role::organization.role from made, joining`;

/** Inserts people and members by SQL: ten thousand sign-ins through the API would take minutes. */
async function seed(sql: Sql): Promise<void> {
  await sql.query(insertPeople, [Math.max(...sizes.map(({ members }) => members))]);
  for (const { members } of sizes) await sql.query(insertOrganization, [slugOf(members), founder, members]);
  await sql.query('analyze organization.people, organization.members, organization.organizations');
}

/** Measures the list of members at three sizes, one request at a time: the cost per member should be constant. */
export async function benchMembers(
  sql: Sql,
  origin: string,
  { headers: [admin = {}] }: SignedIn,
  meters: Pick<Kind, 'processes' | 'servers'>,
  load: LoadGenerator,
  settings: Settings,
): Promise<void> {
  process.stderr.write('lists of members\n');
  await seed(sql);
  const kinds = sizes.map(({ members, times }) => {
    const path = `/v1/organizations/${slugOf(members)}/members`;
    return { name: `${members} members`, origin, path, headers: [admin], times, ...meters };
  });
  for (const [index, { path }] of kinds.entries()) {
    const listed = (await get(origin, path, admin))['members'] as unknown[];
    const { members } = sizes[index] ?? {};
    if (listed.length !== members) throw new Error(`${path} lists ${listed.length} members`);
  }
  const measured = await measure(kinds, load, { ...settings, ...oneByOne });
  reportMembers(measured.map((one, index) => ({ ...one, members: sizes[index]?.members ?? Number.NaN })));
}
