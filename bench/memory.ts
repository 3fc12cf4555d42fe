import { readFile } from 'node:fs/promises';

/** Resident memory of a process in megabytes (10^6 bytes), including pages that it shares with other processes. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`process ${pid} has no VmRSS`);
  return (Number(kibibytes) * 1024) / 1e6;
}
