import { aims } from './aims.ts';
import { send } from './load.ts';
import { createOrganizations, type Platform } from './platform.ts';
import { type Metered, metered, sumOf } from './processes.ts';
import { judge, median, percentile, progress, report } from './report.ts';
import type { Settings } from './settings.ts';

/** Integrations of an organization: workspaces, and integrations of each. */
const sizes = [
  { workspaces: 10, each: 10 },
  { workspaces: 200, each: 500 },
] as const;

const insertWorkspaces = `
  insert into integration.workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
  select gen_random_uuid(), $1::uuid, 'client-' || number, 'Client ' || number, 'Bench', now(), now()
  from generate_series(1, $2::int) as number`;

/** One in 50 is broken, one in 20 was never connected, a third ends some day within a year. The background leaves them alone. */
const insertIntegrations = `
  insert into integration.integrations
    (id, workspace_id, provider, name, status, connected_at, connected_account, authorization_ends_at, week_told_of, day_told_of)
  select gen_random_uuid(), workspace, (array['criteo', 'meta_ads', 'google_ads', 'tiktok_ads', 'adform'])[1 + number % 5],
    'Integration ' || md5(workspace::text || number),
    (case when number % 50 = 9 then 'error' when number % 20 = 1 then 'pending' else 'active' end)::integration.integration_status,
    now(), 'Account ' || number, ends_at, ends_at, ends_at
  from (select w.id as workspace, number, case when number % 3 = 0 then now() + number * interval '16 hours' end as ends_at
        from integration.workspaces w, generate_series(1, $2::int) as number where organization_id = $1::uuid) made`;

/** The first has the aim; the others show what filters cost. */
const queries = [
  { name: 'first page', query: '', aim: aims.pageRatio },
  { name: 'first page of 200', query: 'limit=200', aim: aims.pageRatio },
  { name: 'status', query: 'status=pending', aim: undefined },
  { name: 'provider', query: 'provider=criteo', aim: undefined },
  { name: 'workspace', query: 'workspaceSlug=client-5', aim: undefined },
  { name: 'text, frequent', query: 'q=integration', aim: undefined },
  { name: 'text, nowhere', query: 'q=nothing', aim: undefined },
] as const;

const requests = 30;
const summed = ['integration', 'postgres'];

/** Measures pages of the list of an organization with 100 integrations, and with 100,000. */
export async function benchOrganizationList(platform: Platform, { rounds }: Settings): Promise<void> {
  progress('list of an organization');
  const { address: origin, people, sql, serviceMeters, serverMeters } = platform;
  const counts = sizes.map(({ workspaces, each }) => workspaces * each);
  const slugs = counts.map((count) => `bench-list-${count}`);
  for (const [place, id] of (await createOrganizations(platform, slugs)).entries()) {
    await sql(insertWorkspaces, [id, sizes[place]?.workspaces]);
    await sql(insertIntegrations, [id, sizes[place]?.each]);
  }
  await sql(
    'vacuum analyze integration.integrations, integration.workspaces, integration.integration_counts',
  );
  const meters = { ...serviceMeters, ...serverMeters };
  const rows: string[][] = [];
  for (const { name, query, aim } of queries) {
    const figures: { cpu: number; p50: number }[] = [];
    for (const slug of slugs) {
      const path = `/v1/organizations/${slug}/integrations?${query}`;
      const samples: Metered<readonly number[]>[] = [];
      const target = { origin, path, headers: [people[0]] };
      for (let round = 0; round <= rounds; round += 1)
        samples.push(await metered(meters, () => send(target, { connections: 1, requests })));
      // The first round warms up.
      samples.shift();
      figures.push({
        cpu: median(samples.map(({ cpu }) => sumOf(cpu, summed) / requests)),
        p50: median(samples.map(({ result }) => percentile(result, 0.5))),
      });
    }
    const ratio = (figures[1]?.cpu ?? Number.NaN) / (figures[0]?.cpu ?? Number.NaN);
    rows.push([
      name,
      ...figures.flatMap(({ cpu, p50 }) => [cpu.toFixed(2), p50.toFixed(1)]),
      ratio.toFixed(2),
      judge(`list of an organization, ${name}`, ratio, aim, 'x'),
    ]);
  }
  report(
    'The list of an organization by its number of integrations, one request at a time: CPU of integration and Postgres in ms, p50 in ms',
    ['page', ...counts.flatMap((count) => [`CPU ${count.toLocaleString('en')}`, 'p50']), 'ratio', 'aim'],
    rows,
  );
}
