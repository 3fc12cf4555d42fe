import { findProgram, run } from './commands.ts';
import type { Log, Origin } from './server.ts';

/** Whether this process can install system packages: it runs as root and apt-get is on the PATH. */
export const mayInstallPackages = async (): Promise<boolean> =>
  process.getuid?.() === 0 && (await findProgram('apt-get')) !== undefined;

/** Held while packages are installed. Debian's images let `apt-get update` delete what another process has downloaded and not yet installed. */
const lockFile = '/run/lock/patchbay-packages';

/** Debian starts a server when its package is installed, unless policy-rc.d exits with 101. */
const script = `set -e
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
apt-get update
apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@"`;

/** Installs packages. Calls run one after the other, also those of other processes. */
export async function installPackages(names: readonly string[], log: Log): Promise<void> {
  log(`packages: installing ${names.join(', ')}`);
  await run('flock', [lockFile, 'sh', '-c', script, 'sh', ...names], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** A program of one of these names: an installed one, else one of this package (root only). Undefined if neither is to be had. */
export async function provideProgram(
  names: readonly string[],
  packageName: string,
  log: Log,
): Promise<{ readonly path: string; readonly origin: Origin } | undefined> {
  const find = async (): Promise<string | undefined> => {
    for (const name of names) {
      const path = await findProgram(name);
      if (path !== undefined) return path;
    }
    return undefined;
  };
  const installed = await find();
  if (installed !== undefined) return { path: installed, origin: 'installed' };
  if (!(await mayInstallPackages())) return undefined;
  await installPackages([packageName], log).catch((error: Error) => log(`${packageName}: ${error.message}`));
  const path = await find();
  return path === undefined ? undefined : { path, origin: 'packages' };
}
