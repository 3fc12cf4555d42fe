import type { RatioAims } from './aims.ts';
import type { LoadGenerator } from './load.ts';
import type { Burst, BurstResult } from './load-messages.ts';
import type { Settings } from './settings.ts';

/** Bodies of requests that each work once only. */
export interface OneTimeBodies {
  /** Creates a body for each request of a burst. Runs before the CPU meters are read. */
  create(requests: number): Promise<readonly string[]>;
  /** Resolves when the asynchronous effects of the requests are done. Its CPU time counts, its duration does not. */
  settled(requests: number): Promise<void>;
}

/** One kind of request that is measured. */
export interface Kind {
  readonly name: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: Burst['headers'];
  /** Meters by process name: each reads the CPU milliseconds used so far. These are summed. */
  readonly processes: Readonly<Record<string, () => Promise<number>>>;
  /** Meters of Postgres, Redis and Kafka: reported, but not part of the sum. */
  readonly servers: Readonly<Record<string, () => Promise<number>>>;
  /** Default: GET requests without a body. */
  readonly oneTimeBodies?: OneTimeBodies;
  /**
   * Factor on `Settings.requests`: above 1 for requests so cheap that the 10 ms resolution of CPU time would show, below 1
   * for expensive ones. A factor below 1 also applies to the warm-up. Default 1.
   */
  readonly times?: number;
  readonly aims?: RatioAims;
  /** Of another product's request: the name of the kind of ours that does the same. */
  readonly beside?: string;
}

/** Of one burst: CPU milliseconds per request, in total and by meter, and the load generator's result. */
interface Sample {
  readonly sum: number;
  readonly each: Readonly<Record<string, number>>;
  readonly result: BurstResult;
}

export interface Measured {
  readonly kind: Kind;
  /** Medians over the rounds, CPU milliseconds per request. */
  readonly sum: number;
  readonly each: Readonly<Record<string, number>>;
  /** Median over the rounds of `sum` divided by that of the first kind in the same round. */
  readonly ratio: number;
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Reads every meter at about the same time. */
export async function readAll(meters: Kind['processes']): Promise<Record<string, number>> {
  const entries = await Promise.all(
    Object.entries(meters).map(async ([name, read]) => [name, await read()] as const),
  );
  return Object.fromEntries(entries);
}

/** Sends one burst and reads the CPU meters before and after it. */
export async function burst(
  kind: Kind,
  load: LoadGenerator,
  settings: Pick<Settings, 'connections' | 'maxSeconds'>,
  requests: number,
): Promise<Sample> {
  const { origin, path, headers, processes, servers, oneTimeBodies } = kind;
  const { connections, maxSeconds } = settings;
  const meters = { ...processes, ...servers };
  const bodies = oneTimeBodies && { bodies: await oneTimeBodies.create(requests) };
  const before = await readAll(meters);
  const result = await load.send({ origin, path, headers, connections, requests, maxSeconds, ...bodies });
  await oneTimeBodies?.settled(result.answered);
  const after = await readAll(meters);
  const each = Object.fromEntries(
    Object.keys(meters).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / result.answered]),
  );
  return { sum: Object.keys(processes).reduce((sum, name) => sum + (each[name] ?? 0), 0), each, result };
}

type WarmUpSettings = Pick<Settings, 'connections' | 'warmUp' | 'warmUpSeconds'>;
type RoundSettings = WarmUpSettings & Pick<Settings, 'rounds' | 'requests' | 'maxSeconds'>;

const toStderr = (line: string): void => void process.stderr.write(`  ${line}\n`);

/** For bursts that all of whose requests must be sent, even by a busy machine. */
const unlimitedSeconds = 60;

/**
 * Sends requests of every kind until its code is compiled. Of one-time bodies all are sent: who uses one for the first time is
 * created, which a round must not measure. Of the first kind too: all ratios depend on it.
 */
export async function warmUp(
  kinds: readonly Kind[],
  load: LoadGenerator,
  settings: WarmUpSettings,
): Promise<void> {
  const { connections, warmUpSeconds } = settings;
  for (const [index, kind] of kinds.entries()) {
    const all = index === 0 || kind.oneTimeBodies !== undefined;
    const requests = Math.round(settings.warmUp * Math.min(1, kind.times ?? 1));
    const maxSeconds = all ? unlimitedSeconds : warmUpSeconds;
    const { result } = await burst(kind, load, { connections, maxSeconds }, requests);
    toStderr(`warm-up over ${connections}: ${result.answered} requests, ${kind.name}`);
  }
}

/** Warms up every kind, then measures each once per round. The first kind is the baseline of the ratios. */
export async function measure(
  kinds: readonly Kind[],
  load: LoadGenerator,
  settings: RoundSettings,
  progress: (line: string) => void = toStderr,
): Promise<Measured[]> {
  const { connections } = settings;
  const samples = kinds.map((): Sample[] => []);
  await warmUp(kinds, load, settings);
  for (let round = 1; round <= settings.rounds; round += 1) {
    for (const [index, kind] of kinds.entries()) {
      const { times = 1 } = kind;
      const maxSeconds = index === 0 ? unlimitedSeconds : settings.maxSeconds;
      const bounds = { connections, maxSeconds };
      samples[index]?.push(await burst(kind, load, bounds, Math.round(settings.requests * times)));
    }
    const sums = kinds.map(({ name }, index) => `${name} ${samples[index]?.at(-1)?.sum.toFixed(3)}`);
    progress(`round ${round} of ${settings.rounds}, CPU ms: ${sums.join(', ')}`);
  }
  return kinds.map((kind, index) => {
    const own = samples[index] ?? [];
    const over = (value: (sample: Sample, round: number) => number): number => median(own.map(value));
    const names = [...Object.keys(kind.processes), ...Object.keys(kind.servers)];
    return {
      kind,
      sum: over(({ sum }) => sum),
      each: Object.fromEntries(names.map((name) => [name, over(({ each }) => each[name] ?? 0)])),
      ratio: over(({ sum }, round) => sum / (samples[0]?.[round]?.sum ?? Number.NaN)),
      p50: over(({ result }) => result.p50),
      p99: over(({ result }) => result.p99),
      perSecond: over(({ result }) => result.answered / result.seconds),
    };
  });
}
