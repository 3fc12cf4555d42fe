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

/** Rejects where a server runs in Docker: a signal to `docker run` does not do to the server what it does to a process. */
export async function refuseContainers(
  processes: readonly { readonly name: string; readonly pid: number | undefined }[],
): Promise<void> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,comm=']);
  for (const { name, pid } of processes) {
    const row = stdout.split('\n').find((line) => line.trim().startsWith(`${pid} `));
    if (row?.trim().split(/\s+/)[1]?.startsWith('docker'))
      throw new Error(
        `${name} runs in Docker, where it cannot be killed and paused: install ${name} to run the chaos test`,
      );
  }
}

/** A process that has ended meanwhile is no error. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export interface Pauses {
  /** Stops a process and its descendants; the function that is returned lets them go on. */
  pause(pid: number): Promise<() => void>;
  /** Lets everything go on that is stopped, so that it can end. */
  resumeAll(): void;
}

export function createPauses(): Pauses {
  const paused = new Set<readonly number[]>();
  const resume = (tree: readonly number[]): void => {
    if (paused.delete(tree)) for (const pid of tree) send(pid, 'SIGCONT');
  };
  return {
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
