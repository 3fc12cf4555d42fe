import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PinnedPackage } from './pinned.ts';
import { removeStale } from './replace-folder.ts';

const run = promisify(execFile);

const integrityOf = (tarball: Buffer): string =>
  `sha512-${createHash('sha512').update(tarball).digest('base64')}`;

/** The name that `npm pack` gives to a tarball. */
const fileNameOf = ({ name, version }: PinnedPackage): string =>
  `${name.replace('@', '').replaceAll('/', '-')}-${version}.tgz`;

/**
 * Fetches a tarball into `folder` by `npm pack`, which follows the npm configuration of the user and of the project (registry, proxy,
 * credentials) and runs no script.
 */
async function fetchInto(
  folder: string,
  pinned: PinnedPackage,
  environment: NodeJS.ProcessEnv,
): Promise<Buffer> {
  // `npm run --silent` sets the level of npm below it too; its errors are wanted here.
  const options = ['--pack-destination', folder, '--prefer-offline', '--loglevel=error'];
  await run('npm', ['pack', `${pinned.name}@${pinned.version}`, ...options], { env: environment });
  return readFileSync(join(folder, fileNameOf(pinned)));
}

/**
 * The tarball of a package, from `folder`, or fetched and then kept there. Fails where it is not the one that was pinned. Two runs at
 * once fetch it into a folder each; the file in `folder` is replaced as a whole.
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
  }
  mkdirSync(folder, { recursive: true });
  removeStale(join(folder, 'fetching'));
  const own = mkdtempSync(join(folder, `fetching.${process.pid}.`));
  try {
    const fetched = await fetchInto(own, pinned, environment).catch((error: unknown) => {
      const { stderr = '' } = error as { stderr?: string };
      throw new Error(
        `${name} ${version} is needed for /docs, and npm could not fetch it. The first run needs the registry; later ones use ${folder}.\n${stderr}`,
        { cause: error },
      );
    });
    if (integrityOf(fetched) !== integrity) {
      throw new Error(
        `what npm fetched as ${name} ${version} is not what was pinned: ${integrityOf(fetched)} instead of ${integrity}`,
      );
    }
    renameSync(join(own, fileNameOf(pinned)), path);
    return fetched;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
