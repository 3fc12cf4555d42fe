import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Instance {
  readonly pid: number;
  /** When the process began, in clock ticks since boot: a pid alone may have been given to another process. */
  readonly startedAt: string;
  readonly address: string;
}

/** Field 22 of /proc/<pid>/stat; empty where there is no /proc (macOS), so that the pid alone decides there. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The instance that the lock file names, if it still runs. */
export async function runningInstance(path: string): Promise<Instance | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const instance = JSON.parse(text) as Instance;
  return isAlive(instance.pid) && (await startOf(instance.pid)) === instance.startedAt ? instance : undefined;
}

/** Takes the lock for this process; answers the instance that has it, if one runs. */
export async function takeLock(path: string, address: string): Promise<Instance | undefined> {
  await mkdir(dirname(path), { recursive: true });
  const mine: Instance = { pid: process.pid, startedAt: await startOf(process.pid), address };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await writeFile(path, JSON.stringify(mine), { flag: 'wx' });
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
