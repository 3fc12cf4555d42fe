import { chmod, rm, writeFile } from 'node:fs/promises';
import { findProgram, run } from './commands.ts';
import type { Log } from './server.ts';

/** Whether this process can install system packages: it runs as root and apt-get is on the PATH. */
export const mayInstallPackages = async (): Promise<boolean> =>
  process.getuid?.() === 0 && (await findProgram('apt-get')) !== undefined;

const policyFile = '/usr/sbin/policy-rc.d';

/** Debian starts a server when its package is installed, unless policy-rc.d exits with 101. */
async function withoutStartingServices(work: () => Promise<void>): Promise<void> {
  const created = await writeFile(policyFile, '#!/bin/sh\nexit 101\n', { flag: 'wx' }).then(
    () => true,
    () => false,
  );
  if (created) await chmod(policyFile, 0o755);
  try {
    await work();
  } finally {
    if (created) await rm(policyFile, { force: true });
  }
}

const apt = (...args: string[]): Promise<string> =>
  run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });

let lastInstallation: Promise<void> = Promise.resolve();

/** Installs packages; concurrent calls run one after the other, because apt-get takes a global lock. */
export function installPackages(names: readonly string[], log: Log): Promise<void> {
  const install = async (earlier: Promise<void>): Promise<void> => {
    // A failure of the earlier call is reported to its own caller.
    await earlier.catch(() => {});
    log(`packages: installing ${names.join(', ')}`);
    await apt('update');
    await withoutStartingServices(async () => {
      await apt('install', '-y', '--no-install-recommends', ...names);
    });
  };
  lastInstallation = install(lastInstallation);
  return lastInstallation;
}
