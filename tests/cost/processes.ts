import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine, as `/proc` shows it. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Hundredths of a second of CPU: its own, and those of children that have ended and were waited for. */
  readonly ticks: number;
}

/** The line of `/proc/<pid>/stat`. The name of the program is in parentheses and may contain anything. */
export function parseStat(line: string): Process {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number.parseInt(line, 10), parent: Number(fields[1]), ticks };
}

/** All processes of this machine. Linux only. */
export function readProcesses(): Process[] {
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

/** Everything that a process has started, and that these have started, and so on. */
export function descendantsOf(pid: number, processes: readonly Process[]): Process[] {
  const childrenOf = Map.groupBy(processes, ({ parent }) => parent);
  const found: Process[] = [];
  const waiting = [...(childrenOf.get(pid) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    waiting.push(...(childrenOf.get(next.pid) ?? []));
  }
  return found;
}
