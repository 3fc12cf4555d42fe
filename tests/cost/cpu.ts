import { readdirSync, readFileSync } from 'node:fs';

/** One process of `/proc`: times in ticks of a hundredth of a second, as Linux reports them on every machine that we support. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Its own time and that of children that have ended and were waited for. */
  readonly ticks: number;
}

/** The line of `/proc/<pid>/stat`. The name of the program is in parentheses and may contain anything. */
export function parseStat(line: string): Process {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number.parseInt(line, 10), parent: Number(fields[1]), ticks };
}

function readProcesses(): Process[] {
  const processes: Process[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      processes.push(parseStat(readFileSync(`/proc/${name}/stat`, 'utf8')));
    } catch {
      // It has ended since the folder was read.
    }
  }
  return processes;
}

/** The ticks of a process and of everything that it started. */
export function ticksOfTree(pid: number, processes: readonly Process[]): number {
  const childrenOf = Map.groupBy(processes, ({ parent }) => parent);
  let ticks = processes.find((each) => each.pid === pid)?.ticks ?? 0;
  const waiting = [...(childrenOf.get(pid) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    ticks += next.ticks;
    waiting.push(...(childrenOf.get(next.pid) ?? []));
  }
  return ticks;
}

/** The CPU seconds that this process and everything that it started have used. Elsewhere than on Linux, those of this process alone. */
export function cpuSeconds(): number {
  if (process.platform === 'linux') return ticksOfTree(process.pid, readProcesses()) / 100;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
