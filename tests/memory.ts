import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Megabytes (10^6 bytes) of a process that are its own: shared buffers of Postgres are not. Linux only. */
async function ownMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = /^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`process ${pid} has no RssAnon`);
  return (Number(kibibytes) * 1024) / 1e6;
}

export interface Memory {
  /** Megabytes before the work. */
  readonly before: number;
  /** The most that were seen while it ran. */
  readonly most: number;
}

/** Runs the work and reads the memory of each process before it and every 50 ms meanwhile. */
export async function memoryDuring<Name extends string>(
  pids: Readonly<Record<Name, number>>,
  work: () => Promise<void>,
): Promise<Record<Name, Memory>> {
  const names = Object.keys(pids) as Name[];
  const read = () => Promise.all(names.map((name) => ownMb(pids[name])));
  const before = await read();
  const most = [...before];
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      for (const [index, mb] of (await read()).entries()) most[index] = Math.max(most[index] ?? 0, mb);
      await sleep(50);
    }
  })();
  await work().finally(() => ended.abort());
  await watching;
  return Object.fromEntries(
    names.map((name, index) => [name, { before: before[index], most: most[index] }]),
  ) as Record<Name, Memory>;
}
