import { descendantsOf, readProcesses } from './processes.ts';

/** The CPU seconds that this process and everything that it started have used. Elsewhere than on Linux, those of this process alone. */
export function cpuSeconds(): number {
  if (process.platform === 'linux') {
    const processes = readProcesses();
    const own = processes.find(({ pid }) => pid === process.pid);
    const all = [...(own ? [own] : []), ...descendantsOf(process.pid, processes)];
    return all.reduce((sum, { ticks }) => sum + ticks, 0) / 100;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
