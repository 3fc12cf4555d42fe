import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Megabytes (10^6 bytes) of a line of /proc/<pid>/status. Linux only. */
async function megabytes(pid: number, name: 'VmRSS' | 'RssAnon'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`process ${pid} has no ${name}`);
  return (Number(kibibytes) * 1024) / 1e6;
}

/** Resident memory of a process, including pages that it shares with other processes. */
export const residentMb = (pid: number): Promise<number> => megabytes(pid, 'VmRSS');

/** Memory of a process that it shares with no other: leaves out the shared buffers of Postgres. */
export const ownMb = (pid: number): Promise<number> => megabytes(pid, 'RssAnon');

export interface WatchedMemory {
  readonly before: number;
  readonly peak: number;
}

const intervalMs = 50;

/** Reads the memory of processes before and, every 50 ms, during the work. */
export async function watchMemory<Name extends string>(
  readings: Readonly<Record<Name, () => Promise<number>>>,
  work: () => Promise<void>,
): Promise<Record<Name, WatchedMemory>> {
  const names = Object.keys(readings) as Name[];
  const read = (): Promise<number[]> => Promise.all(names.map((name) => readings[name]()));
  const before = await read();
  const peak = [...before];
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      for (const [index, mb] of (await read()).entries()) peak[index] = Math.max(peak[index] ?? 0, mb);
      await sleep(intervalMs);
    }
  })();
  try {
    await work();
  } finally {
    ended.abort();
    await watching;
  }
  const entries = names.map((name, index) => [name, { before: before[index], peak: peak[index] }]);
  return Object.fromEntries(entries) as Record<Name, WatchedMemory>;
}
