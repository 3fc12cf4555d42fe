import type { LoadGenerator } from './load.ts';
import type { Burst, BurstResult } from './load-messages.ts';
import type { Settings } from './settings.ts';

/** For requests that can be made once each. Neither time is that of a request; the CPU of the second is the requests'. */
export interface Supplies {
  /** A body for each request of a burst. */
  make(requests: number): Promise<readonly string[]>;
  /** Resolves when what the requests have set going has been done. */
  used(requests: number): Promise<void>;
}

/** One kind of request that is measured. */
export interface Kind {
  readonly name: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: Burst['headers'];
  /** What tells the CPU milliseconds used so far, by the name of who used them; these make the sum. */
  readonly processes: Readonly<Record<string, () => Promise<number>>>;
  /** Told beside them and not part of the sum. */
  readonly servers: Readonly<Record<string, () => Promise<number>>>;
  /** Default: a GET, as often as one likes. */
  readonly supplies?: Supplies;
  /**
   * As many times the requests of a round: more for what is so cheap that steps of 10 ms would show, fewer for what is
   * dear, in the warm-up too. Default 1.
   */
  readonly times?: number;
}

/** Of one burst: CPU milliseconds per request, and what the other side saw. */
interface Sample {
  readonly sum: number;
  readonly each: Readonly<Record<string, number>>;
  readonly seen: BurstResult;
}

export interface Measured {
  readonly kind: Kind;
  /** Medians over the rounds, CPU milliseconds per request. */
  readonly sum: number;
  readonly each: Readonly<Record<string, number>>;
  /** Median of the rounds' own ratios to the first kind, which was measured in the same seconds. */
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

async function readAll(meters: Kind['processes']): Promise<Record<string, number>> {
  const entries = await Promise.all(
    Object.entries(meters).map(async ([name, read]) => [name, await read()] as const),
  );
  return Object.fromEntries(entries);
}

export async function burst(
  kind: Kind,
  load: LoadGenerator,
  settings: Settings,
  requests: number,
): Promise<Sample> {
  const { origin, path, headers, processes, servers, supplies } = kind;
  const { connections, maxSeconds } = settings;
  const meters = { ...processes, ...servers };
  const bodies = supplies && { bodies: await supplies.make(requests) };
  const before = await readAll(meters);
  const seen = await load.send({ origin, path, headers, connections, requests, maxSeconds, ...bodies });
  await supplies?.used(seen.answered);
  const after = await readAll(meters);
  const each = Object.fromEntries(
    Object.keys(meters).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / seen.answered]),
  );
  return { sum: Object.keys(processes).reduce((sum, name) => sum + (each[name] ?? 0), 0), each, seen };
}

/** Warms every kind up, then measures all of them by turns. The first one is what the others are held against. */
export async function measure(
  kinds: readonly Kind[],
  load: LoadGenerator,
  settings: Settings,
): Promise<Measured[]> {
  const samples = kinds.map((): Sample[] => []);
  for (const kind of kinds) {
    await burst(kind, load, settings, Math.round(settings.warmUp * Math.min(1, kind.times ?? 1)));
  }
  for (let round = 1; round <= settings.rounds; round += 1) {
    for (const [index, kind] of kinds.entries()) {
      samples[index]?.push(
        await burst(kind, load, settings, Math.round(settings.requests * (kind.times ?? 1))),
      );
    }
    const sums = kinds.map(({ name }, index) => `${name} ${samples[index]?.at(-1)?.sum.toFixed(3)}`);
    process.stderr.write(`  round ${round} of ${settings.rounds}, CPU ms: ${sums.join(', ')}\n`);
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
      p50: over(({ seen }) => seen.p50),
      p99: over(({ seen }) => seen.p99),
      perSecond: over(({ seen }) => seen.answered / seen.seconds),
    };
  });
}
