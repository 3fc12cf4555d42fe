import { createGunzip } from 'node:zlib';
import { residentMb, watchMemory } from '@patchbay/testing/process-memory';
import { request } from 'undici';
import { aims } from '../aims.ts';
import { fillOutbox, relayOutbox, untilRecorded } from '../events.ts';
import { send } from '../load.ts';
import { createOrganizations, type Platform } from '../platform.ts';
import { type Metered, type Meters, metered, sumOf } from '../processes.ts';
import { judge, median, percentile, progress, report } from '../report.ts';
import type { Settings } from '../settings.ts';
import { frequent, loadTrail, rare, rareCount, timeAt } from './entries.ts';

interface Trail {
  readonly length: number;
  /** Of its audit logs. */
  readonly path: string;
}

/** Trails of 1,000 and 100,000 entries are always written. */
const lengths = [1_000, 100_000] as const;
const verifiedCount = 50_000;
const recordedCount = 20_000;
/** Recorded before the measurement begins, while the process compiles its code and fills its pool. */
const recordedFirst = 4_000;
/** Entries of a page: the API's default. */
const pageSize = 50;

const counted = (count: number): string => count.toLocaleString('en');

async function createTrails(platform: Platform, entries: number | undefined): Promise<Trail[]> {
  const wanted = [...lengths, ...(entries === undefined ? [] : [entries])];
  return Promise.all(
    wanted.map(async (length) => {
      const slug = `bench-trail-${length}`;
      const [organizationId = ''] = await createOrganizations(platform, [slug]);
      await loadTrail(platform, organizationId, length);
      return { length, path: `/v1/organizations/${slug}/audit-logs` };
    }),
  );
}

/** CPU of audit and Postgres is summed; that of the gateway is the same for every trail. */
const metersOf = ({ serviceMeters, serverMeters }: Platform): Meters => {
  const { audit, gateway } = serviceMeters;
  const { postgres } = serverMeters;
  return { ...(audit && { audit }), ...(postgres && { postgres }), ...(gateway && { gateway }) };
};
const summed = ['audit', 'postgres'];

interface Page {
  readonly name: string;
  readonly entries: number;
  readonly query: (trail: Trail) => Readonly<Record<string, string>>;
}

const timeOf = ({ length }: Trail, share: number): string =>
  timeAt(Math.floor(length * share), length).toISOString();

const pages: readonly Page[] = [
  { name: 'first page', entries: pageSize, query: () => ({}) },
  { name: 'to the middle', entries: pageSize, query: (trail) => ({ to: timeOf(trail, 0.5) }) },
  { name: 'action, frequent', entries: pageSize, query: () => ({ action: frequent.action }) },
  { name: 'action, rare', entries: rareCount, query: () => ({ action: rare.action }) },
  { name: 'actorId, rare', entries: rareCount, query: () => ({ actorId: rare.actorId }) },
  { name: 'workspaceSlug, rare', entries: rareCount, query: () => ({ workspaceSlug: rare.workspaceSlug }) },
  { name: 'targetId, rare', entries: rareCount, query: () => ({ targetId: rare.targetId }) },
  { name: 'targetId of no entry', entries: 0, query: () => ({ targetId: 'nothing' }) },
  {
    name: 'all filters',
    entries: rareCount,
    query: (trail) => ({
      ...rare,
      targetType: 'workspace',
      from: timeOf(trail, 0),
      to: timeOf(trail, 0.999),
    }),
  },
];

async function benchPages(platform: Platform, trails: readonly Trail[], { rounds }: Settings): Promise<void> {
  const { address: origin, people, call } = platform;
  const meters = metersOf(platform);
  const requests = 60;
  const rows: string[][] = [];
  for (const { name, entries, query } of pages) {
    const figures: { cpu: number; p50: number }[] = [];
    for (const trail of trails) {
      const path = `${trail.path}?${new URLSearchParams(query(trail)).toString()}`;
      const { auditLogs } = await call('GET', path, undefined, people[0]);
      const found = (auditLogs as unknown[]).length;
      if (found !== entries) throw new Error(`${path} has ${found} entries instead of ${entries}`);
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
    const ratio = Math.max(...figures.map(({ cpu }) => cpu)) / (figures[0]?.cpu ?? Number.NaN);
    rows.push([
      name,
      ...figures.flatMap(({ cpu, p50 }) => [cpu.toFixed(2), p50.toFixed(1)]),
      ratio.toFixed(2),
      judge(`audit page, ${name}`, ratio, aims.pageRatio, 'x'),
    ]);
    progress(`  page: ${name}`);
  }
  report(
    'Pages of a trail by its number of entries, one request at a time: CPU of audit and Postgres in ms, p50 in ms',
    ['page', ...trails.flatMap(({ length }) => [`CPU ${counted(length)}`, 'p50']), 'x shortest', 'aim'],
    rows,
  );
}

interface Downloaded {
  readonly firstMs: number;
  readonly bytes: number;
  readonly lines: number;
}

/** Reads an export to its end and counts its lines, without keeping it. */
async function download(url: string, headers: Readonly<Record<string, string>>): Promise<Downloaded> {
  const began = performance.now();
  const answer = await request(url, { headers });
  if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}`);
  let [firstMs, bytes, lines] = [Number.NaN, 0, 0];
  answer.body.on('data', (chunk: Buffer) => {
    if (bytes === 0) firstMs = performance.now() - began;
    bytes += chunk.byteLength;
  });
  const isCompressed = answer.headers['content-encoding'] === 'gzip';
  const plain: AsyncIterable<Buffer> = isCompressed ? answer.body.pipe(createGunzip()) : answer.body;
  for await (const chunk of plain) for (const byte of chunk) if (byte === 0x0a) lines += 1;
  return { firstMs, bytes, lines };
}

async function benchExport(
  platform: Platform,
  trails: readonly Trail[],
  { rounds }: Settings,
): Promise<void> {
  const { address, people, services } = platform;
  const meters = metersOf(platform);
  const rows: string[][] = [];
  for (const { length, path } of trails.filter((trail) => trail.length > lengths[0])) {
    for (const encoding of ['identity', 'gzip']) {
      const samples: Metered<Downloaded>[] = [];
      const memoryOf = (name: 'gateway' | 'audit') => () => residentMb(services.get(name)?.pid ?? 0);
      const memory = await watchMemory(
        { gateway: memoryOf('gateway'), audit: memoryOf('audit') },
        async () => {
          for (let round = 0; round < (length > lengths[1] ? 1 : rounds); round += 1) {
            const headers = { ...people[0], 'accept-encoding': encoding };
            samples.push(await metered(meters, () => download(`${address}${path}/export`, headers)));
          }
        },
      );
      const lines = samples[0]?.result.lines;
      if (lines !== length) throw new Error(`the export of ${path} has ${lines} of ${length} entries`);
      rows.push([
        `${counted(length)} entries, ${encoding}`,
        median(samples.map(({ seconds }) => length / seconds)).toFixed(0),
        ...Object.keys(meters).map((name) =>
          median(samples.map(({ cpu }) => ((cpu[name] ?? 0) * 1_000) / length)).toFixed(1),
        ),
        median(samples.map(({ result }) => result.bytes / length)).toFixed(0),
        median(samples.map(({ result }) => result.firstMs)).toFixed(0),
        ...[memory.gateway, memory.audit].map(
          ({ before, peak }) => `${before.toFixed(0)} → ${peak.toFixed(0)}`,
        ),
      ]);
      progress(`  exported ${rows.at(-1)?.[0]}`);
    }
  }
  const head = ['bytes per entry', 'first byte ms', 'gateway MB', 'audit MB'];
  report(
    'Export of a whole trail: CPU in microseconds per entry, memory before and at its peak in MB',
    ['', 'entries per s', ...Object.keys(meters), ...head],
    rows,
  );
}

async function benchVerification(platform: Platform, { path }: Trail, { rounds }: Settings): Promise<void> {
  const { call, people } = platform;
  const meters = metersOf(platform);
  /** By further calls if the first one stops at its time limit. */
  const verify = async (): Promise<void> => {
    for (let after = 0; after < verifiedCount; ) {
      const url = `${path}/verify?afterSequence=${after}`;
      const { intact, nextSequence } = await call('GET', url, undefined, people[0]);
      if (intact !== true || typeof nextSequence !== 'number') throw new Error(`${url} found a broken trail`);
      after = nextSequence;
    }
  };
  const samples: Metered<void>[] = [];
  for (let round = 0; round < rounds; round += 1) samples.push(await metered(meters, verify));
  const seconds = median(samples.map(({ cpu }) => sumOf(cpu, summed) / 1_000));
  report(
    `Verification of ${counted(verifiedCount)} entries: CPU in seconds`,
    ['audit and Postgres', 'aim', ...Object.keys(meters), 'duration'],
    [
      [
        seconds.toFixed(2),
        judge(`CPU to verify ${counted(verifiedCount)} entries`, seconds, aims.verificationSeconds, ' s'),
        ...Object.keys(meters).map((name) =>
          median(samples.map(({ cpu }) => (cpu[name] ?? 0) / 1_000)).toFixed(2),
        ),
        median(samples.map((sample) => sample.seconds)).toFixed(1),
      ],
    ],
  );
}

/** Measures how audit records events that wait in Kafka. */
async function benchRecording(platform: Platform): Promise<void> {
  const slugs = Array.from({ length: 50 }, (_, index) => `bench-recording-${index}`);
  const organizationIds = await createOrganizations(platform, slugs);
  await platform.stop('audit');
  await fillOutbox(platform, organizationIds, recordedFirst + recordedCount);
  await relayOutbox(platform);
  await platform.start('audit');
  await untilRecorded(platform, organizationIds, recordedFirst);
  const meters = metersOf(platform);
  const { seconds, cpu } = await metered(meters, () =>
    untilRecorded(platform, organizationIds, recordedFirst + recordedCount),
  );
  report(
    `Recording of ${counted(recordedCount)} events of 50 organizations that wait in Kafka: CPU in microseconds per event`,
    ['events per s', ...summed],
    [
      [
        (recordedCount / seconds).toFixed(0),
        ...summed.map((name) => (((cpu[name] ?? 0) * 1_000) / recordedCount).toFixed(0)),
      ],
    ],
  );
}

/** Measures reading, exporting, verifying and recording the audit trail. */
export async function benchTrail(platform: Platform, settings: Settings): Promise<void> {
  progress('trail');
  const trails = await createTrails(platform, settings.entries);
  await benchPages(platform, trails, settings);
  await benchExport(platform, trails, settings);
  const verified = trails.find(({ length }) => length === lengths[1]);
  if (verified) await benchVerification(platform, verified, settings);
  await benchRecording(platform);
}
