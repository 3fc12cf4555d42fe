import { readFile } from 'node:fs/promises';
import { ownMb } from '@patchbay/testing/process-memory';

/** The largest own memory of a child of this process: of Postgres, that of its largest backend. 0 for one that has just ended. */
export async function largestChildMb(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = children.trim().split(' ').map(Number);
  return Math.max(0, ...(await Promise.all(pids.map((child) => ownMb(child).catch(() => 0)))));
}
