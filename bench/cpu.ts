import { readFile } from 'node:fs/promises';

/** Milliseconds per clock tick, the unit of /proc: USER_HZ is 100 on every Linux that Node runs on. */
const tickMs = 10;

interface Times {
  /** Of the process with all its threads, user and system, in milliseconds. */
  readonly own: number;
  /** Of its children that have ended and were waited for. */
  readonly children: number;
}

async function timesOf(pid: number): Promise<Times> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name (field 2), in parentheses, may contain spaces and parentheses. Fields 14 to 17: utime, stime, cutime, cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const at = (field: number): number => Number(fields[field - 3]) * tickMs;
  return { own: at(14) + at(15), children: at(16) + at(17) };
}

/** CPU milliseconds that a process has used so far. */
export const cpuOf = async (pid: number): Promise<number> => (await timesOf(pid)).own;

/** CPU milliseconds of a process and its children, running and ended: Postgres has one process per connection. */
export async function cpuWithChildrenOf(pid: number): Promise<number> {
  const { own, children } = await timesOf(pid);
  const running = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const each = running.split(' ').filter((one) => one.trim() !== '');
  // A child that has ended since the list was read is missing now and counted in `children` at the next reading.
  const used = await Promise.all(each.map((one) => cpuOf(Number(one)).catch(() => 0)));
  return used.reduce((sum, one) => sum + one, own + children);
}
