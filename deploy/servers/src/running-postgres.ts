import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';
import { isReady } from './postgres-data.ts';

/**
 * The URL of the superuser of the Postgres that `startPostgres` runs in this directory, in whatever process; undefined if none
 * runs. The first line of its postmaster.pid is its pid, the fourth its port.
 */
export async function runningPostgres(directory: string): Promise<string | undefined> {
  const data = join(directory, 'data');
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid) || !(await isReady(data, pid))) return undefined;
  const password = (await readFile(join(directory, 'password'), 'utf8')).trim();
  return `postgresql://postgres:${password}@127.0.0.1:${lines[3]?.trim()}/postgres`;
}
