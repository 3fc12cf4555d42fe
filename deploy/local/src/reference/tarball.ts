import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PinnedPackage } from './pinned.ts';

const run = promisify(execFile);

const integrityOf = (tarball: Buffer): string =>
  `sha512-${createHash('sha512').update(tarball).digest('base64')}`;

/** The name that `npm pack` gives to a tarball. */
const fileNameOf = ({ name, version }: PinnedPackage): string =>
  `${name.replace('@', '').replaceAll('/', '-')}-${version}.tgz`;

/**
 * The tarball of a package, from `folder` or fetched into it by `npm pack`, which follows the npm configuration of the user and of
 * the project (registry, proxy, credentials) and runs no script. Fails where it is not the one that was pinned.
 */
export async function readTarball(
  pinned: PinnedPackage,
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Buffer> {
  const { name, version, integrity } = pinned;
  const path = join(folder, fileNameOf(pinned));
  if (existsSync(path)) {
    const kept = readFileSync(path);
    if (integrityOf(kept) === integrity) return kept;
    rmSync(path);
  }
  mkdirSync(folder, { recursive: true });
  try {
    // `npm run --silent` sets the level of npm below it too; its errors are wanted here.
    const options = ['--pack-destination', folder, '--prefer-offline', '--loglevel=error'];
    await run('npm', ['pack', `${name}@${version}`, ...options], { env: environment });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new Error(
      `${name} ${version} is needed for /docs, and npm could not fetch it. The first run needs the registry; later ones use ${folder}.\n${stderr}`,
      { cause: error },
    );
  }
  const fetched = readFileSync(path);
  if (integrityOf(fetched) !== integrity) {
    rmSync(path);
    throw new Error(
      `what npm fetched as ${name} ${version} is not what was pinned: ${integrityOf(fetched)} instead of ${integrity}`,
    );
  }
  return fetched;
}
