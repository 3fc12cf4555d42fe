import { aims } from '../aims.ts';
import { send } from '../load.ts';
import type { Platform } from '../platform.ts';
import { type Metered, type Meters, metered, sumOf } from '../processes.ts';
import { judge, median, percentile, progress, report } from '../report.ts';
import type { Settings } from '../settings.ts';
import { startBetterAuth, startChain, startExpress, timeMakeStart } from './baselines.ts';
import { createKinds, type Kind } from './kinds.ts';

const connectionCounts = [2, 32];

/** Sends the requests of one kind and reads the meters around them. The result is the milliseconds of each answer. */
const measure = (
  { target, meters, settled }: Kind,
  others: Meters,
  load: { readonly connections: number; readonly requests?: number; readonly seconds?: number },
): Promise<Metered<readonly number[]>> =>
  metered({ ...meters, ...others }, async () => {
    const times = await send(target, load);
    await settled?.(times.length);
    return times;
  });

interface Measured {
  /** CPU milliseconds per request of the summed processes, and of each process; medians over the rounds. */
  readonly sum: number;
  readonly each: Readonly<Record<string, number>>;
  /** The median of `sum` as a multiple of the first kind in the same round. */
  readonly ratio: number;
  readonly p50: number;
  readonly p99: number;
}

/** Measures each kind once per round. The first one is the baseline of the ratios. */
async function measureAll(
  kinds: readonly Kind[],
  others: Meters,
  connections: number,
  { rounds, seconds, warmUpSeconds }: Settings,
): Promise<Measured[]> {
  const samples = kinds.map((): Metered<readonly number[]>[] => []);
  const amounts: number[] = [];
  for (const kind of kinds) {
    const warmUp = await measure(kind, others, { connections, seconds: warmUpSeconds });
    // A number of requests, not a time, so that every request that costs CPU is counted.
    amounts.push(Math.max(connections, Math.round((warmUp.result.length / warmUp.seconds) * seconds)));
  }
  const cpuPerRequest = (kind: Kind, { cpu, result }: Metered<readonly number[]>): number =>
    sumOf(cpu, Object.keys(kind.meters)) / result.length;
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, kind] of kinds.entries())
      samples[index]?.push(
        await measure(kind, others, { connections, requests: amounts[index] ?? connections }),
      );
    progress(`  ${connections} connections: round ${round + 1} of ${rounds}`);
  }
  const baseline = samples[0]?.map((sample) => cpuPerRequest(kinds[0] as Kind, sample)) ?? [];
  return kinds.map((kind, index) => {
    const own = samples[index] ?? [];
    const sums = own.map((sample) => cpuPerRequest(kind, sample));
    const names = Object.keys(own[0]?.cpu ?? {});
    return {
      sum: median(sums),
      each: Object.fromEntries(
        names.map((name) => [name, median(own.map(({ cpu, result }) => (cpu[name] ?? 0) / result.length))]),
      ),
      ratio: median(sums.map((sum, round) => sum / (baseline[round] ?? Number.NaN))),
      p50: median(own.map(({ result }) => percentile(result, 0.5))),
      p99: median(own.map(({ result }) => percentile(result, 0.99))),
    };
  });
}

/** Measures CPU per request beside bare Express, a bare chain of the same parts and Better Auth, start-up times, and memory after the load. */
export async function benchRequests(platform: Platform, settings: Settings): Promise<void> {
  progress('requests');
  const { people, call, serviceMeters, serverMeters, services } = platform;
  const memoryBefore = await platform.memory();
  const ours = await createKinds(platform, Math.max(...connectionCounts));
  const express = await startExpress(platform, await call('GET', '/v1/me', undefined, people[0]));
  const chain = await startChain(platform);
  const peers = await startBetterAuth(platform);
  const kinds = [express, chain, ...Object.values(ours), ...Object.values(peers)];
  const columns = [...Object.keys(serviceMeters), ...Object.keys(serverMeters)];
  for (const connections of connectionCounts) {
    const measured = await measureAll(kinds, serverMeters, connections, settings);
    const ratioOf = (kind: Kind | undefined): number | undefined =>
      kind && measured[kinds.indexOf(kind)]?.ratio;
    const rows = kinds.map((kind, index) => {
      const { sum, each, ratio, p50, p99 } = measured[index] as Measured;
      const key = Object.keys(ours).find((name) => ours[name] === kind) ?? '';
      return [
        kind.name,
        sum.toFixed(3),
        ratio.toFixed(1),
        judge(`${kind.name} over ${connections} connections`, ratio, kind.aims?.[connections], 'x'),
        ratioOf(peers[key])?.toFixed(1) ?? '',
        ...columns.map((name) => (kind === express || kind === chain ? '' : (each[name]?.toFixed(2) ?? ''))),
        p50.toFixed(1),
        p99.toFixed(1),
      ];
    });
    const head = ['request', 'CPU', 'x Express', 'aim', 'Better Auth x'];
    const servers = Object.keys(serverMeters).map((name) => `(${name})`);
    report(
      `CPU ms per request over ${connections} connections, medians of ${settings.rounds} rounds; in brackets: not in the sum`,
      [...head, ...Object.keys(serviceMeters), ...servers, 'p50 ms', 'p99 ms'],
      rows,
    );
  }
  const memory = await platform.memory();
  report(
    'Resident memory, MB',
    ['service', 'after start', 'after load', 'aim'],
    [...memory].map(([name, mb]) => [
      name,
      (memoryBefore.get(name) ?? Number.NaN).toFixed(0),
      mb.toFixed(0),
      judge(`memory of ${name} after load`, mb, aims.serviceMb, ' MB'),
    ]),
  );
  const startSeconds = (await timeMakeStart(platform)) / 1_000;
  report(
    'Start-up, seconds from spawning the process until it is ready',
    ['', 'seconds', 'aim'],
    [
      ...[...services].map(([name, { readyMs }]) => [name, (readyMs / 1_000).toFixed(2), '']),
      [
        'make start, the first time',
        startSeconds.toFixed(2),
        judge('start-up of make start', startSeconds, aims.startSeconds, ' s'),
      ],
    ],
  );
}
