import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { run, succeeds } from './commands.ts';
import type { Log } from './server.ts';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const lookUp = async (): Promise<SystemUser> => ({
  uid: Number.parseInt(await run('id', ['-u', 'postgres']), 10),
  gid: Number.parseInt(await run('id', ['-g', 'postgres']), 10),
});

/** The user to run Postgres as, which refuses to run as root: for root `postgres`, created if missing; else undefined. */
export async function postgresUser(log: Log): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (!(await succeeds('id', ['-u', 'postgres']))) {
    log('postgres: making a system user named postgres, since the server refuses to run as root');
    // Failures are ignored: a concurrent process may have created them. `lookUp` fails if the user is still missing.
    await succeeds('groupadd', ['--system', 'postgres']);
    await succeeds('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']);
  }
  return lookUp();
}

/** Whether `user` has the search permission (x) on the path and every folder above it; not so below /root. */
export async function canReach(path: string, user: SystemUser | undefined): Promise<boolean> {
  if (user === undefined) return true;
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const info = await stat(folder).catch(() => undefined);
    if (info === undefined) continue;
    const searchBit = info.uid === user.uid ? 0o100 : info.gid === user.gid ? 0o010 : 0o001;
    if ((info.mode & searchBit) === 0) return false;
  }
  return true;
}
