import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@patchbay/servers/pid-file';

export interface Instance {
  readonly pid: number;
  /** Start time of the process in clock ticks since boot: tells it from a later process with the same pid. */
  readonly startedAt: string;
  readonly address: string;
}

/**
 * A lock is a series of files `<path>.1`, `<path>.2`, …; the one with the highest number names the holder. A process takes the
 * lock by creating the next number with link(2), which is atomic and fails if the file exists: of several processes that find
 * the holder dead exactly one succeeds. The highest number is never deleted, so no number is created twice. Files with lower
 * numbers are. `<path>` itself, written by earlier versions, counts as number 0.
 */
async function numbersOf(path: string): Promise<number[]> {
  const name = basename(path);
  return (await readdir(dirname(path)).catch(() => [])).flatMap((file) => {
    if (file === name) return [0];
    const digits = file.startsWith(`${name}.`) ? file.slice(name.length + 1) : '';
    return /^\d+$/.test(digits) ? [Number(digits)] : [];
  });
}

const fileOf = (path: string, number: number): string => (number === 0 ? path : `${path}.${number}`);

/**
 * Field 22 of /proc/<pid>/stat; undefined if there is no such process or it is a zombie. Empty where there is no /proc
 * (macOS): there only the pid is compared.
 */
async function startTimeOf(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : (fields[19] ?? '');
}

/** What a lock file says; undefined for a released one, and for text that is not of a lock file. */
function parse(text: string): Instance | undefined {
  try {
    const { pid, startedAt, address } = JSON.parse(text) as Partial<Instance>;
    const valid = Number.isSafeInteger(pid) && typeof startedAt === 'string' && typeof address === 'string';
    return valid && (pid as number) > 0 ? { pid: pid as number, startedAt, address } : undefined;
  } catch {
    return undefined;
  }
}

/** The last instance that took the lock and has not released it, whether it still runs or was killed. */
export async function lastInstance(path: string): Promise<Instance | undefined> {
  const numbers = await numbersOf(path);
  if (numbers.length === 0) return undefined;
  return parse(await readFile(fileOf(path, Math.max(...numbers)), 'utf8').catch(() => ''));
}

/** The instance that holds the lock; undefined if none does or its process has ended. */
export async function runningInstance(path: string): Promise<Instance | undefined> {
  const instance = await lastInstance(path);
  return instance !== undefined && (await startTimeOf(instance.pid)) === instance.startedAt
    ? instance
    : undefined;
}

/** Writes a file under another name, so that nobody reads a part of it, and puts it in place with `put`. */
async function writeWhole(path: string, text: string, put: typeof link | typeof rename): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  await writeFile(temporary, text);
  try {
    await put(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns undefined if this process now holds the lock, else the instance that does. */
export async function takeLock(path: string, address: string): Promise<Instance | undefined> {
  await mkdir(dirname(path), { recursive: true });
  const own: Instance = { pid: process.pid, startedAt: (await startTimeOf(process.pid)) ?? '', address };
  for (;;) {
    const numbers = await numbersOf(path);
    const other = await runningInstance(path);
    if (other !== undefined) return other;
    const number = Math.max(0, ...numbers) + 1;
    try {
      await writeWhole(fileOf(path, number), JSON.stringify(own), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    const present = await numbersOf(path);
    // Others have taken higher numbers since the folder was read, and have deleted the file of this number.
    const overtaken = present.some((each) => each > number);
    const surplus = overtaken ? [number] : present.filter((each) => each < number);
    await Promise.all(surplus.map((each) => rm(fileOf(path, each), { force: true })));
    if (!overtaken) return undefined;
  }
}

/** To be called by the holder only. */
export async function releaseLock(path: string): Promise<void> {
  const numbers = await numbersOf(path);
  if (numbers.length === 0) return;
  await writeWhole(fileOf(path, Math.max(...numbers)), '{}', rename);
}

/** Sends SIGTERM to the process that holds the lock and waits, without a timeout, until it ends; false if none runs. */
export async function stopInstance(lock: string): Promise<boolean> {
  const instance = await runningInstance(lock);
  if (instance === undefined) return false;
  process.kill(instance.pid, 'SIGTERM');
  // A process that was stopped with SIGSTOP acts on SIGTERM only once it continues.
  process.kill(instance.pid, 'SIGCONT');
  while ((await runningInstance(lock)) !== undefined) await sleep(50);
  return true;
}
