import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { topicOf } from '@patchbay/events/topics';
import { table } from '@patchbay/testing/table';
import { waitFor } from '@patchbay/testing/wait';
import type { AuditBench } from './audit.ts';
import { renameAt } from './audit-events.ts';
import { createOrganizations } from './audit-organizations.ts';
import { cpuOf, cpuWithChildrenOf } from './cpu.ts';
import { metered } from './metered.ts';

/** Published before the measurement. */
const warmUp = 4_000;
const events = 20_000;
const organizations = 50;
const topic = topicOf('organization');

const insertEvents = `
  insert into organization.outbox (id, topic, key, payload)
  select id, $1, key, payload from unnest($2::uuid[], $3::text[], $4::bytea[]) as event (id, key, payload)`;

/** Bytes of the segments of a topic, found below the folder of the broker. */
async function bytesOfTopic(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const segments = files.filter((path) => path.includes(`${topic}-`) && path.endsWith('.log'));
  const sizes = await Promise.all(segments.map(async (path) => (await stat(join(folder, path))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Measures how fast the relay of one service publishes an outbox, and how many bytes its events take in Kafka. */
export async function benchRelay(bench: AuditBench & { readonly directory: string }): Promise<void> {
  const { sql, stack, servers, directory } = bench;
  process.stderr.write('relay\n');
  const slugs = Array.from({ length: organizations }, (_, index) => `bench-relay-${index}`);
  const organizationIds = await createOrganizations(sql, slugs);
  const publish = async (count: number, first: number): Promise<void> => {
    const rows = Array.from({ length: count }, (_, place) => renameAt(first + place, organizationIds));
    await sql.query(insertEvents, [
      topic,
      rows.map(({ id }) => id),
      rows.map(({ key }) => key),
      rows.map(({ value }) => Buffer.from(value)),
    ]);
  };
  const drained = async (): Promise<void> => {
    await sql.query(`select pg_notify('organization_outbox', '')`);
    await waitFor(async () => (await sql.query('select from organization.outbox limit 1')).length === 0, {
      what: 'the relay to publish everything',
      timeoutMs: 120_000,
      intervalMs: 20,
    });
  };
  await publish(warmUp, 0);
  await drained();
  const folder = join(directory, 'servers', 'kafka');
  const before = await bytesOfTopic(folder);
  const organization = stack.services.find(({ name }) => name === 'organization')?.pid ?? 0;
  const meters = {
    organization: () => cpuOf(organization),
    postgres: () => cpuWithChildrenOf(servers.postgres.pid ?? 0),
    kafka: () => cpuWithChildrenOf(servers.kafka.pid ?? 0),
  };
  await publish(events, warmUp);
  // The relay also polls, and may have begun by itself.
  const [{ waiting } = { waiting: Number.NaN }] = await sql.query<{ waiting: number }>(
    'select count(*)::int as waiting from organization.outbox',
  );
  const { seconds, cpu } = await metered(meters, drained);
  const bytes = (await bytesOfTopic(folder)) - before;
  process.stdout.write(
    `\nEvents that wait in the outbox of organization, published by its relay; CPU in microseconds per event\n\n${table(
      ['events per s', ...Object.keys(meters), 'bytes in Kafka'],
      [
        [
          (waiting / seconds).toFixed(0),
          ...Object.values(cpu).map((ms) => ((ms * 1_000) / waiting).toFixed(0)),
          (bytes / events).toFixed(0),
        ],
      ],
    )}\n`,
  );
}
