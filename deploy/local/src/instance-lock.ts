import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAlive } from '@patchbay/servers/is-alive';

export interface Instance {
  readonly pid: number;
  /** Start time of the process in clock ticks since boot: tells it from a later process with the same pid. */
  readonly startedAt: string;
  readonly address: string;
}

/** Field 22 of /proc/<pid>/stat. Empty where there is no /proc (macOS): there only the pid is compared. */
async function startTimeOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** The instance that the lock file names; undefined if there is no file or its process has ended. */
export async function runningInstance(path: string): Promise<Instance | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const instance = JSON.parse(text) as Instance;
  return isAlive(instance.pid) && (await startTimeOf(instance.pid)) === instance.startedAt
    ? instance
    : undefined;
}

/**
 * Creates the lock file with O_EXCL. Returns undefined if this process now holds the lock, else the instance that does. The
 * file of a process that has ended is deleted first; two processes that find the same stale file at once may both succeed.
 */
export async function takeLock(path: string, address: string): Promise<Instance | undefined> {
  await mkdir(dirname(path), { recursive: true });
  const own: Instance = { pid: process.pid, startedAt: await startTimeOf(process.pid), address };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await writeFile(path, JSON.stringify(own), { flag: 'wx' });
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const other = await runningInstance(path);
    if (other !== undefined) return other;
    await rm(path, { force: true });
  }
  return runningInstance(path);
}

export const releaseLock = (path: string): Promise<void> => rm(path, { force: true });
