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

/** Postgres refuses to run as root. Root therefore lends it the user `postgres`, made if missing; others run it themselves. */
export async function postgresUser(log: Log): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (!(await succeeds('id', ['-u', 'postgres']))) {
    log('postgres: making a system user named postgres, since the server refuses to run as root');
    // Two processes may try at once: what counts is whether the user is there afterwards.
    await succeeds('groupadd', ['--system', 'postgres']);
    await succeeds('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']);
  }
  return lookUp();
}

/** Whether `user` can get to a path: every folder above it must let them pass. Not so for a clone in root's own home. */
export async function canReach(path: string, user: SystemUser | undefined): Promise<boolean> {
  if (user === undefined) return true;
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined) continue;
    const passes = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001;
    if ((found.mode & passes) === 0) return false;
  }
  return true;
}
