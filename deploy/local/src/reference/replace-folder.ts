import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Renames the folder `made` to `target`, and removes what was there. Where another run has put its folder there meanwhile, that one
 * stays: both are made of the same inputs.
 */
export function replaceFolder(target: string, made: string): void {
  const old = `${target}.${process.pid}.old`;
  try {
    renameSync(target, old);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  try {
    renameSync(made, target);
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
    rmSync(made, { recursive: true });
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is the process of another user.
    return codeOf(error) !== 'ESRCH';
  }
}

/** Removes the folders `<path>.<pid>` and `<path>.<pid>.<more>` of runs that were killed; those of running processes stay. */
export function removeStale(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(prefix) ? /^\d+(?=\.|$)/.exec(name.slice(prefix.length))?.[0] : undefined;
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(dirname(path), name), { recursive: true, force: true });
  }
}
