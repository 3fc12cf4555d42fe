import { table } from '@patchbay/testing/table';
import { aims } from './aims.ts';
import type { Measured } from './rounds.ts';
import { verdict } from './verdict.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** A figure of Better Auth beside each kind of ours that it has too; `–` beside the others. */
const besideOf = (name: string, measured: readonly Measured[]): string =>
  measured.find(({ kind }) => kind.beside === name)?.ratio.toFixed(1) ?? '–';

/**
 * CPU time per request of every kind over this many connections; the first kind is bare Express. The column of another product
 * appears if it was measured.
 */
export function reportCpu(heading: string, connections: number, measured: readonly Measured[]): void {
  const [, first] = measured;
  const columns =
    first === undefined ? [] : [...Object.keys(first.kind.processes), ...Object.keys(first.kind.servers)];
  const inSum = new Set(Object.keys(first?.kind.processes ?? {}));
  const compared = measured.some(({ kind }) => kind.beside !== undefined);
  const rows = measured.map(({ kind, sum, each, ratio, p50, p99, perSecond }, index) => {
    const aim = kind.aims?.[connections];
    const isOurs = index > 0 && kind.beside === undefined;
    return [
      kind.name,
      sum.toFixed(3),
      index === 0 ? '1' : ratio.toFixed(1),
      aim === undefined ? '' : verdict(ratio, aim, 'x'),
      ...(compared ? [isOurs ? besideOf(kind.name, measured) : ''] : []),
      ...columns.map((name) => each[name]?.toFixed(3) ?? ''),
      p50.toFixed(1),
      p99.toFixed(1),
      perSecond.toFixed(0),
    ];
  });
  const processes = columns.map((name) => (inSum.has(name) ? name : `(${name})`));
  const head = [
    'request',
    'CPU ms',
    'x Express',
    'aim',
    ...(compared ? ['Better Auth x'] : []),
    ...processes,
  ];
  say(`\n${heading}\n`);
  say(table([...head, 'p50 ms', 'p99 ms', 'per second'], rows));
}

export interface StartUp {
  readonly what: string;
  readonly ms: number;
  /** Whether `aims.healthySeconds` applies. */
  readonly aimed: boolean;
}

export function reportStartUps(startUps: readonly StartUp[]): void {
  if (startUps.length === 0) return;
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
  if (memories.length === 0) return;
  const rows = memories.map(({ what, started, loaded, aim }) => [
    what,
    started.toFixed(0),
    loaded.toFixed(0),
    verdict(Math.max(started, loaded), aim, ' MB'),
  ]);
  say('\nResident memory at rest, MB\n');
  say(table(['process', 'after start', 'after load', 'aim'], rows));
}
