import { topicOf } from '@patchbay/events/topics';
import { consumedBy, publishingServices } from '@patchbay/platform/services';
import { table } from '@patchbay/testing/table';
import { waitFor } from '@patchbay/testing/wait';
import { formatServicePublicKeys, publicKeysOf } from '@patchbay/tokens/service-keys';
import type { AuditBench } from './audit.ts';
import { createAuditDatabase } from './audit-databases.ts';
import { publishEvents } from './audit-events.ts';
import { createOrganizations, createPeople } from './audit-organizations.ts';
import { consumeBare } from './bare-consumer.ts';
import { caughtUp } from './caught-up.ts';
import { cpuOf, cpuWithChildrenOf } from './cpu.ts';
import { metered } from './metered.ts';

const measuredEvents = 20_000;
/** Recorded before the measurement begins: the process starts, compiles its code and fills its pool meanwhile. */
const warmUp = 4_000;
const events = warmUp + measuredEvents;
const people = 200;

interface Recorded {
  readonly name: string;
  readonly events: number;
  readonly seconds: number;
  /** CPU milliseconds by process. */
  readonly cpu: Readonly<Record<string, number>>;
}

/** kafkajs alone, from the oldest message on. */
async function bare(
  { servers, eventKeys }: AuditBench,
  name: string,
  isVerified: boolean,
): Promise<Recorded> {
  const { messages, cpu, seconds } = await consumeBare({
    brokers: servers.kafka.brokers,
    topics: consumedBy('audit').map(topicOf),
    messages: events,
    publicKeys: isVerified ? formatServicePublicKeys(publicKeysOf(publishingServices, eventKeys)) : undefined,
  });
  return { name, events: messages, seconds, cpu: { consumer: cpu } };
}

/** A new process of audit on an empty database, which finds all events in Kafka. */
async function recordAll({ stack, servers }: AuditBench): Promise<Recorded> {
  const { url, owner } = await createAuditDatabase(servers.postgres.url, 'recording');
  const recorded = async (): Promise<number> => {
    const { rows } = await owner.query<{ entries: number }>(
      'select coalesce(sum(sequence), 0)::int as entries from chain_heads',
    );
    return rows[0]?.entries ?? Number.NaN;
  };
  const untilRecorded = (entries: number): Promise<unknown> =>
    waitFor(async () => (await recorded()) >= entries, {
      what: `${entries} entries to be recorded`,
      timeoutMs: 180_000,
      intervalMs: 20,
    });
  const audit = await stack.startAnother('audit', { DATABASE_URL: url });
  const organization = stack.services.find(({ name }) => name === 'organization')?.pid ?? 0;
  const meters = {
    audit: () => cpuOf(audit.pid),
    organization: () => cpuOf(organization),
    postgres: () => cpuWithChildrenOf(servers.postgres.pid ?? 0),
  };
  await untilRecorded(warmUp);
  const { result, seconds, cpu } = await metered(meters, async () => {
    const before = await recorded();
    await untilRecorded(events);
    return (await recorded()) - before;
  });
  await audit.stop();
  // Each event is one entry: everybody is a member of one organization.
  return { name: 'recorded by audit', events: result, seconds, cpu };
}

/** Measures how audit records events that wait in Kafka, beside kafkajs alone. Stops every process of audit of the stack. */
export async function benchRecording(bench: AuditBench): Promise<void> {
  const { sql, stack, servers, settings } = bench;
  const { organizations } = settings;
  process.stderr.write('recording\n');
  await stack.services.find(({ name }) => name === 'audit')?.stop();
  const slugs = Array.from({ length: organizations }, (_, index) => `bench-recording-${index}`);
  const organizationIds = await createOrganizations(sql, slugs);
  const userIds = await createPeople(sql, organizationIds, people);
  await publishEvents(bench, events, organizationIds, userIds);
  process.stderr.write(`  published ${events.toLocaleString('en')} events\n`);
  // They consume some of these events too: without their work beside what is measured.
  await caughtUp(servers.kafka.brokers, {
    organization: consumedBy('organization').map(topicOf),
    integration: consumedBy('integration').map(topicOf),
  });
  const measured = [
    await bare(bench, 'bare kafkajs', false),
    await bare(bench, 'bare kafkajs, signatures verified', true),
    await recordAll(bench),
  ];
  report(measured, organizations);
}

function report(measured: readonly Recorded[], organizations: number): void {
  const columns = ['consumer', 'audit', 'organization', 'postgres'];
  const microseconds = ({ cpu, events: count }: Recorded, names: readonly string[]): number =>
    (names.reduce((sum, name) => sum + (cpu[name] ?? 0), 0) * 1_000) / count;
  const [first] = measured;
  const rows = measured.map((one) => [
    one.name,
    (one.events / one.seconds).toFixed(0),
    microseconds(one, columns).toFixed(0),
    first === undefined ? '' : (microseconds(one, columns) / microseconds(first, columns)).toFixed(1),
    ...columns.map((name) => (one.cpu[name] === undefined ? '' : microseconds(one, [name]).toFixed(0))),
  ]);
  process.stdout.write(
    `\nEvents that wait in Kafka, of ${organizations} organization${organizations === 1 ? '' : 's'}, one in ten about a person, after the first ${warmUp.toLocaleString('en')}; CPU in microseconds per event\n\n` +
      `${table(['', 'events per s', 'CPU', 'x kafkajs', ...columns], rows)}\n`,
  );
}
