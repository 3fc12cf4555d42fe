import { type Kind, readAll } from './rounds.ts';

/** Of some work: its duration, and the CPU milliseconds that each process used meanwhile. */
export interface Metered<T> {
  readonly result: T;
  readonly seconds: number;
  readonly cpu: Readonly<Record<string, number>>;
}

export async function metered<T>(meters: Kind['processes'], work: () => Promise<T>): Promise<Metered<T>> {
  const before = await readAll(meters);
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  const after = await readAll(meters);
  const used = Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)] as const);
  return { result, seconds, cpu: Object.fromEntries(used) };
}

/** The meter of this process. */
export const ownCpu = async (): Promise<number> => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export const sumOf = (cpu: Readonly<Record<string, number>>): number =>
  Object.values(cpu).reduce((sum, one) => sum + one, 0);
