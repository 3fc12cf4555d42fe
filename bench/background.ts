import { createSimulators } from '@patchbay/testing/ad-providers';
import { waitFor } from '@patchbay/testing/wait';
import { aims } from './aims.ts';
import { fillOutbox, relayOutbox } from './events.ts';
import {
  createOrganizations,
  createWorkspace,
  insertIntegrations,
  type Platform,
  provider,
} from './platform.ts';
import { type Metered, metered } from './processes.ts';
import { judge, median, percentile, progress, report } from './report.ts';
import type { Settings } from './settings.ts';

const dueCount = 500;
/** More integrations that are not due: finding those that are due must not cost more. */
const otherCount = 100_000;
const eventCount = 20_000;
const delayCount = 30;

/** Runs the work for each value, four at a time. */
async function inParallel<T>(values: readonly T[], work: (value: T) => Promise<unknown>): Promise<void> {
  const rest = values.values();
  const run = async (): Promise<void> => {
    for (const value of rest) await work(value);
  };
  await Promise.all(Array.from({ length: 4 }, run));
}

/** Creates integrations through the API and connects them by form: SQL cannot seal credentials. */
async function connectIntegrations(platform: Platform): Promise<void> {
  const { call, people } = platform;
  const { path } = await createWorkspace(platform, 'bench-connected');
  const fields = createSimulators().find((each) => each.provider === provider)?.ways[0]?.fields;
  progress(`  connecting ${dueCount} integrations`);
  const names = Array.from({ length: dueCount }, (_, index) => `Integration ${index + 1}`);
  await inParallel(names, async (name) => {
    const { id } = await call('POST', path, { provider, name }, people[0]);
    await call('POST', `${path}/${String(id)}/credentials`, fields, people[0]);
  });
}

/** Work of the integration service in the background: how rows become due, and which rows still are. */
interface DueWork {
  readonly name: string;
  readonly makeDue: string;
  readonly countDue: string;
}

const connected = `select integration_id from integration.credentials`;
const soon = `now() + interval '10 minutes'`;
const dueWork: readonly DueWork[] = [
  {
    name: 'verifications',
    makeDue: `update integration.integrations set check_at = now() where id in (${connected})`,
    countDue: `select count(*)::int as due from integration.integrations where check_at < ${soon}`,
  },
  {
    name: 'renewals',
    makeDue: `update integration.credentials set renew_at = now()`,
    countDue: `select count(*)::int as due from integration.credentials where renew_at < ${soon}`,
  },
];

/** Makes all connected integrations due at once and waits until the background has worked them off. */
const workOff = ({ sql, serviceMeters, serverMeters }: Platform, { name, makeDue, countDue }: DueWork) =>
  metered({ ...serviceMeters, ...serverMeters }, async () => {
    await sql(makeDue);
    await waitFor(async () => (await sql<{ due: number }>(countDue))[0]?.due === 0, {
      what: `the background to finish its ${name}`,
      timeoutMs: 120_000,
      intervalMs: 50,
    });
  });

/** An organization with many due verifications, and those of another one that wait beside them. */
const largeCount = 50_000;
const smallCount = 20;
/** The longest time of an attempt, and how many attempts at one provider a process makes at once in the background. */
const attemptSeconds = 25;
const attemptsAtOnce = 8;
/** The default of VERIFICATION_INTERVAL_SECONDS. */
const intervalSeconds = 21_600;

/** Inserts due integrations of a new organization, 1,000 in each workspace, and returns its id. They have no credentials. */
async function insertLargeOrganization(platform: Platform): Promise<string> {
  const [id = ''] = await createOrganizations(platform, ['bench-large']);
  await platform.sql(
    `with made as (
       insert into integration.workspaces
         (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
       select gen_random_uuid(), $1::uuid, 'large-' || number, 'Large', 'Large', now(), now()
       from generate_series(1, $3::int / 1000) as number returning id
     )
     insert into integration.integrations (id, workspace_id, provider, name, status, connected_at, check_at)
     select gen_random_uuid(), made.id, $2, 'Large', 'active', now(), now() - interval '1 hour'
     from made, generate_series(1, 1000)`,
    [id, provider, largeCount],
  );
  await platform.sql('analyze integration.integrations');
  return id;
}

/**
 * Measures how long verifications wait that become due behind 50,000 of another organization. The jobs of the large organization end
 * at once, so the claims between the first and the last of the others are counted, for the delay at slow providers.
 */
async function measureFairness(platform: Platform): Promise<void> {
  const { sql } = platform;
  progress(`  verifications beside ${largeCount.toLocaleString('en')} due ones of another organization`);
  const ids = (
    await sql<{ id: string }>(`select integration_id as id from integration.credentials limit ${smallCount}`)
  ).map(({ id }) => id);
  const large = await insertLargeOrganization(platform);
  const progressOf = async () => {
    const [row] = await sql<{ begun: number; done: number; claimed: number }>(
      `select (select count(*)::int from integration.integrations where id = any($1::uuid[]) and check_at > now()) as begun,
         (select count(*)::int from integration.integrations where id = any($1::uuid[]) and check_at > ${soon}) as done,
         (select sum(check_attempts)::int from integration.integrations where workspace_id in (
           select id from integration.workspaces where organization_id = $2::uuid)) as claimed`,
      [ids, large],
    );
    return row ?? { begun: 0, done: 0, claimed: 0 };
  };
  await waitFor(async () => (await progressOf()).claimed > 0, { what: 'the first claim', timeoutMs: 30_000 });
  const began = performance.now();
  await sql('update integration.integrations set check_at = now() where id = any($1::uuid[])', [ids]);
  let before = 0;
  let after = 0;
  const isDone = async (): Promise<boolean> => {
    const { begun, done, claimed } = await progressOf();
    if (begun === 0) before = claimed;
    if (begun < smallCount) after = claimed;
    return done === smallCount;
  };
  await waitFor(isDone, { what: `${smallCount} verifications`, timeoutMs: 120_000, intervalMs: 1 });
  const seconds = (performance.now() - began) / 1_000;
  const between = after - before;
  const share = (seconds + (between * attemptSeconds) / attemptsAtOnce) / intervalSeconds;
  report(
    `${smallCount} verifications that become due behind ${largeCount.toLocaleString('en')} of another organization: s until the last one is done,\n` +
      'and verifications of the other organization that were claimed between the first and the last of them.\n' +
      `The share of the interval adds the time of those if each took ${attemptSeconds} s, ${attemptsAtOnce} at once`,
    ['seconds', 'claimed between', 'share of the interval', ''],
    [
      [
        seconds.toFixed(1),
        String(between),
        share.toFixed(3),
        judge('delay of verifications beside a large organization', share, aims.fairShare, ''),
      ],
    ],
  );
  await sql(
    `delete from integration.integrations where workspace_id in (
       select id from integration.workspaces where organization_id = $1::uuid)`,
    [large],
  );
}

/** Milliseconds from the answer to a change until the audit trail has its entry. */
async function measureDelay({ call, people, sql }: Platform): Promise<number[]> {
  const delays: number[] = [];
  for (let index = 0; index < delayCount; index += 1) {
    const name = `Acme ${index}`;
    await call('PATCH', '/v1/organizations/acme', { name }, people[0]);
    const began = performance.now();
    const isRecorded = async (): Promise<boolean> => {
      const rows = await sql(
        `select from audit.entries where action = 'organization.updated' and entry::json #>> '{changes,0,after}' = $1`,
        [name],
      );
      return rows.length > 0;
    };
    await waitFor(isRecorded, { what: 'the entry of a change', intervalMs: 5 });
    delays.push(performance.now() - began);
  }
  return delays;
}

/** Measures verifications and renewals that are due at once, and the relay of events. */
export async function benchBackground(platform: Platform, { rounds }: Settings): Promise<void> {
  progress('background');
  const { serviceMeters, serverMeters } = platform;
  const columns = [...Object.keys(serviceMeters), ...Object.keys(serverMeters)];
  const cells = (samples: readonly Metered<void>[], count: number): string[] => [
    median(samples.map(({ seconds }) => count / seconds)).toFixed(0),
    ...columns.map((name) => median(samples.map(({ cpu }) => (cpu[name] ?? 0) / count)).toFixed(3)),
  ];

  await connectIntegrations(platform);
  const rows: string[][] = [];
  const measureDue = async (among: number): Promise<void> => {
    for (const work of dueWork) {
      const samples: Metered<void>[] = [];
      for (let round = 0; round < rounds; round += 1) samples.push(await workOff(platform, work));
      rows.push([`${work.name} among ${among.toLocaleString('en')}`, ...cells(samples, dueCount)]);
      progress(`  ${rows.at(-1)?.slice(0, 2).join(': ')} per second`);
    }
  };
  await measureDue(dueCount);
  await insertIntegrations(platform, await createWorkspace(platform, 'bench-others'), otherCount);
  await measureDue(dueCount + otherCount);
  await measureFairness(platform);

  const organizationIds = await createOrganizations(
    platform,
    Array.from({ length: 50 }, (_, index) => `bench-relay-${index}`),
  );
  const relayed: Metered<void>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The relay polls too: the time to insert the events belongs to the measurement.
    const relay = async (): Promise<void> => {
      await fillOutbox(platform, organizationIds, eventCount);
      await relayOutbox(platform);
    };
    relayed.push(await metered({ ...serviceMeters, ...serverMeters }, relay));
  }
  rows.push(['events relayed', ...cells(relayed, eventCount)]);
  report(
    `Background work: ${dueCount} integrations that are due at once, with the wait for the next poll, at a simulated provider on loopback;\n` +
      `${eventCount.toLocaleString('en')} events in the outbox of organization. CPU ms each, medians of ${rounds} rounds`,
    ['', 'per s', ...columns],
    rows,
  );
  const delays = await measureDelay(platform);
  report(
    'Delay from the answer to a change until its entry is in the audit trail, ms',
    ['p50', 'p90', 'longest'],
    [[percentile(delays, 0.5), percentile(delays, 0.9), Math.max(...delays)].map((ms) => ms.toFixed(0))],
  );
}
