import { createSimulators } from '@patchbay/testing/ad-providers';
import { waitFor } from '@patchbay/testing/wait';
import { fillOutbox, relayOutbox } from './events.ts';
import {
  createOrganizations,
  createWorkspace,
  insertIntegrations,
  type Platform,
  provider,
} from './platform.ts';
import { type Metered, metered } from './processes.ts';
import { median, percentile, progress, report } from './report.ts';
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
