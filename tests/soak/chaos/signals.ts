import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process and its descendants: Postgres answers queries in children of the process that was started. */
async function treeOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [pid];
  for (const parent of tree) {
    for (const [child, of] of rows) if (of === parent && child !== undefined) tree.push(child);
  }
  return tree;
}

interface NamedProcess {
  readonly name: string;
  readonly pid: number | undefined;
}

/** The processes that are a `docker run`; `rows` are `pid command`, one per line. */
export const containersAmong = (processes: readonly NamedProcess[], rows: string): NamedProcess[] => {
  const commands = new Map(
    rows.split('\n').map((row) => {
      const [pid = '', command = ''] = row.trim().split(/\s+/);
      return [Number(pid), command];
    }),
  );
  return processes.filter(({ pid }) => pid !== undefined && commands.get(pid) === 'docker');
};

/** Rejects where a server runs in Docker: a signal to `docker run` does not do to the server what it does to a process. */
export async function refuseContainers(processes: readonly NamedProcess[]): Promise<void> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,comm=']);
  const names = containersAmong(processes, stdout).map(({ name }) => name);
  if (names.length === 0) return;
  throw new Error(
    `the chaos test kills and pauses processes and cannot do that to containers: install ${names.join(', ')} instead of using Docker`,
  );
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export interface Signals {
  /** A process that has ended meanwhile is no error. */
  send(pid: number, signal: NodeJS.Signals): void;
  /** Stops a process and its descendants; the function that is returned lets them go on. */
  pause(pid: number): Promise<() => void>;
  /** Lets everything go on that is stopped, so that it can end. */
  resumeAll(): void;
}

export function createSignals(): Signals {
  const paused = new Set<readonly number[]>();
  const resume = (tree: readonly number[]): void => {
    if (paused.delete(tree)) for (const pid of tree) send(pid, 'SIGCONT');
  };
  return {
    send,
    async pause(pid) {
      const tree = await treeOf(pid);
      paused.add(tree);
      for (const each of tree) send(each, 'SIGSTOP');
      return () => resume(tree);
    },
    resumeAll() {
      for (const tree of paused) resume(tree);
    },
  };
}
