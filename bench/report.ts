import { table } from '@patchbay/testing/table';
import { aims } from './aims.ts';
import type { Measured } from './rounds.ts';
import { verdict } from './verdict.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** CPU time per request of every kind; the first kind is bare Express. */
export function reportCpu(heading: string, measured: readonly Measured[]): void {
  const [, first] = measured;
  const columns =
    first === undefined ? [] : [...Object.keys(first.kind.processes), ...Object.keys(first.kind.servers)];
  const inSum = new Set(Object.keys(first?.kind.processes ?? {}));
  const rows = measured.map(({ kind, sum, each, ratio, p50, p99, perSecond }, index) => [
    kind.name,
    sum.toFixed(3),
    index === 0 ? '1' : ratio.toFixed(1),
    ...columns.map((name) => each[name]?.toFixed(3) ?? ''),
    p50.toFixed(1),
    p99.toFixed(1),
    perSecond.toFixed(0),
    kind.path === '/v1/me' && index > 0 ? verdict(ratio, aims.meRatio, 'x') : '',
  ]);
  const head = columns.map((name) => (inSum.has(name) ? name : `(${name})`));
  say(`\n${heading}\n`);
  say(table(['request', 'CPU ms', 'x Express', ...head, 'p50 ms', 'p99 ms', 'per second', 'aim'], rows));
}

export interface StartUp {
  readonly what: string;
  readonly ms: number;
  /** Whether `aims.healthySeconds` applies. */
  readonly aimed: boolean;
}

export function reportStartUps(startUps: readonly StartUp[]): void {
  const rows = startUps.map(({ what, ms, aimed }) => [
    what,
    (ms / 1_000).toFixed(2),
    aimed ? verdict(ms / 1_000, aims.healthySeconds, ' s') : '',
  ]);
  say('\nStart-up, wall seconds from spawning the process\n');
  say(table(['', 'seconds', 'aim'], rows));
}

export interface Memory {
  readonly what: string;
  readonly started: number;
  readonly loaded: number;
  readonly aim: number;
}

export function reportMemory(memories: readonly Memory[]): void {
  const rows = memories.map(({ what, started, loaded, aim }) => [
    what,
    started.toFixed(0),
    loaded.toFixed(0),
    verdict(Math.max(started, loaded), aim, ' MB'),
  ]);
  say('\nResident memory at rest, MB\n');
  say(table(['process', 'after start', 'after load', 'aim'], rows));
}
