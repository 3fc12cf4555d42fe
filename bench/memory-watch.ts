import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from './memory.ts';

export interface WatchedMemory {
  readonly before: number;
  readonly peak: number;
}

const intervalMs = 50;

/** Memory of a process that it shares with no other, in megabytes; 0 if it has ended. Leaves out the shared buffers of Postgres. */
async function ownMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024) / 1e6;
}

/** The largest own memory of a child of this process: of Postgres, that of its largest backend. */
export async function largestChildMb(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Math.max(0, ...(await Promise.all(children.trim().split(' ').map(Number).map(ownMb))));
}

export const residentOf =
  (pid: number): (() => Promise<number>) =>
  () =>
    residentMb(pid);

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
