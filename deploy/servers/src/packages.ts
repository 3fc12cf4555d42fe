import { chmod, rm, writeFile } from 'node:fs/promises';
import { findProgram, run } from './commands.ts';
import type { Log } from './server.ts';

/** Whether this process may install the system's packages: root, where there is an apt-get. */
export const mayInstallPackages = async (): Promise<boolean> =>
  process.getuid?.() === 0 && (await findProgram('apt-get')) !== undefined;

const policyFile = '/usr/sbin/policy-rc.d';

/** Debian starts a server as soon as it is installed, unless this file says no: we start our own, on a port of our own. */
async function withoutStartingServices(work: () => Promise<void>): Promise<void> {
  const ours = await writeFile(policyFile, '#!/bin/sh\nexit 101\n', { flag: 'wx' }).then(
    () => true,
    () => false,
  );
  if (ours) await chmod(policyFile, 0o755);
  try {
    await work();
  } finally {
    if (ours) await rm(policyFile, { force: true });
  }
}

const apt = (...args: string[]): Promise<string> =>
  run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });

let last: Promise<void> = Promise.resolve();

/** Installs packages, one installation after the other: apt-get has one lock for all. */
export function installPackages(names: readonly string[], log: Log): Promise<void> {
  const install = async (earlier: Promise<void>): Promise<void> => {
    // Whoever asked for the earlier ones hears of their failure.
    await earlier.catch(() => {});
    log(`packages: installing ${names.join(', ')}`);
    await apt('update');
    await withoutStartingServices(async () => {
      await apt('install', '-y', '--no-install-recommends', ...names);
    });
  };
  last = install(last);
  return last;
}
