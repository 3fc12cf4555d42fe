import { setTimeout as sleep } from 'node:timers/promises';
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

/** CPU milliseconds a second of each service while nothing is asked, after a pause as long: loops that had work look for more at first. */
type Idle = Readonly<Record<string, number>>;

async function measureIdle(meters: Meters, seconds: number): Promise<Idle> {
  progress(`  idle for ${seconds} s`);
  const pause = () => sleep(seconds * 1_000);
  await pause();
  const { cpu, seconds: took } = await metered(meters, pause);
  return Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, ms / took]));
}

interface Measured {
  /** CPU milliseconds per request of the summed processes, without what they use while idle, and of each process; medians over the rounds. */
  readonly sum: number;
  readonly each: Readonly<Record<string, number>>;
  /** The median of `sum` as a multiple of that of another kind in the same round. */
  readonly timesOf: (other: Kind) => number;
  readonly p50: number;
  readonly p99: number;
}

/** Measures each kind once per round. */
async function measureAll(
  kinds: readonly Kind[],
  { others, idle }: { readonly others: Meters; readonly idle: Idle },
  connections: number,
  { rounds, seconds, warmUpRequests }: Settings,
): Promise<ReadonlyMap<Kind, Measured>> {
  const samples = new Map(kinds.map((kind) => [kind, [] as Metered<readonly number[]>[]]));
  const amounts = new Map<Kind, number>();
  for (const kind of kinds) {
    const warmUp = await measure(kind, others, { connections, requests: warmUpRequests });
    // A number of requests, not a time, so that every request that costs CPU is counted.
    amounts.set(kind, Math.max(connections, Math.round((warmUp.result.length / warmUp.seconds) * seconds)));
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, own] of samples)
      own.push(await measure(kind, others, { connections, requests: amounts.get(kind) ?? connections }));
    progress(`  ${connections} connections: round ${round + 1} of ${rounds}`);
  }
  const perRequest = (name: string, { cpu, seconds: took, result }: Metered<readonly number[]>): number =>
    ((cpu[name] ?? 0) - (idle[name] ?? 0) * took) / result.length;
  const sumsOf = (kind: Kind): number[] =>
    (samples.get(kind) ?? []).map((sample) =>
      Object.keys(kind.meters).reduce((sum, name) => sum + perRequest(name, sample), 0),
    );
  return new Map(
    [...samples].map(([kind, own]) => {
      const sums = sumsOf(kind);
      const names = Object.keys(own[0]?.cpu ?? {});
      return [
        kind,
        {
          sum: median(sums),
          each: Object.fromEntries(
            names.map((name) => [name, median(own.map((sample) => perRequest(name, sample)))]),
          ),
          timesOf(other) {
            const base = sumsOf(other);
            return median(sums.map((sum, round) => sum / (base[round] ?? Number.NaN)));
          },
          p50: median(own.map(({ result }) => percentile(result, 0.5))),
          p99: median(own.map(({ result }) => percentile(result, 0.99))),
        },
      ];
    }),
  );
}

/**
 * Measures CPU per request beside a bare chain of the same parts, bare Express and Better Auth; what services use while idle, start-up times, and
 * memory after the load.
 */
export async function benchRequests(platform: Platform, settings: Settings): Promise<void> {
  progress('requests');
  const { people, call, serviceMeters, serverMeters, services } = platform;
  const memoryBefore = await platform.memory();
  const ours = await createKinds(platform, Math.max(...connectionCounts));
  const idle = await measureIdle(serviceMeters, settings.idleSeconds);
  const [chain, chainOfTwo] = [await startChain(platform, 1), await startChain(platform, 2)];
  const express = await startExpress(platform, await call('GET', '/v1/me', undefined, people[0]));
  const peers = await startBetterAuth(platform);
  const baselines = [chain, chainOfTwo, express];
  const kinds = [...baselines, ...Object.values(ours), ...new Set(Object.values(peers))];
  const columns = [...Object.keys(serviceMeters), ...Object.keys(serverMeters)];
  for (const connections of connectionCounts) {
    const measured = await measureAll(kinds, { others: serverMeters, idle }, connections, settings);
    const rows = [...measured].map(([kind, { sum, each, timesOf, p50, p99 }]) => {
      const peer = peers[Object.keys(ours).find((name) => ours[name] === kind) ?? ''];
      const what = `${kind.name} over ${connections} connections`;
      const [times, share] = [timesOf(chain), peer && timesOf(peer)];
      return [
        kind.name,
        sum.toFixed(3),
        times.toFixed(2),
        judge(what, times, kind.aims?.chain[connections], 'x'),
        timesOf(chainOfTwo).toFixed(2),
        timesOf(express).toFixed(1),
        share?.toFixed(2) ?? '',
        share === undefined
          ? ''
          : judge(`${what}, of Better Auth`, share, kind.aims?.peer?.[connections], 'x'),
        ...columns.map((name) => (baselines.includes(kind) ? '' : (each[name]?.toFixed(2) ?? ''))),
        p50.toFixed(1),
        p99.toFixed(1),
      ];
    });
    const head = ['request', 'CPU', 'x chain', 'aim', 'x chain of two', 'x Express', 'x Better Auth', 'aim'];
    const servers = Object.keys(serverMeters).map((name) => `(${name})`);
    report(
      `CPU ms per request over ${connections} connections, without what is used while idle, medians of ${settings.rounds} rounds; in brackets: not in the sum`,
      [...head, ...Object.keys(serviceMeters), ...servers, 'p50 ms', 'p99 ms'],
      rows,
    );
  }
  const idleSum = sumOf(idle);
  report(
    'CPU ms a second while nothing is asked',
    [...Object.keys(idle), 'together', 'aim'],
    [
      [
        ...Object.values(idle).map((ms) => ms.toFixed(1)),
        idleSum.toFixed(1),
        judge('all services while nothing is asked', idleSum, aims.idleMs, ' ms'),
      ],
    ],
  );
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
