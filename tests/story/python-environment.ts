import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of the Python client. */
export const pythonClient = fileURLToPath(new URL('../../clients/python', import.meta.url));
const requirements = join(pythonClient, 'requirements-test.txt');

/** The output of a command that failed, without the frames of Node. */
export const outputOf = (error: unknown): string => {
  const {
    stdout = '',
    stderr = '',
    message = '',
  } = error as { stdout?: string; stderr?: string; message?: string };
  return `${stdout}${stderr}` || message;
};

/** A virtual environment with the packages that requirements-test.txt pins, or what keeps this machine from having one. */
export type PythonEnvironment = { readonly folder: string } | { readonly missing: string };

/** Finds or makes the environment. It is outside the repository: other clones use it too. */
export async function pythonEnvironment(): Promise<PythonEnvironment> {
  let python: string;
  try {
    const code =
      'import sys, venv, pip; print(sys.version, sys.executable); sys.exit(sys.version_info < (3, 10))';
    python = (await run('python3', ['-c', code])).stdout;
  } catch (error) {
    const missing = `There is no python3 of version 3.10 or newer with venv and pip: ${outputOf(error)}`;
    return { missing };
  }
  const hash = createHash('sha256')
    .update(python)
    .update(readFileSync(requirements))
    .digest('hex')
    .slice(0, 12);
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'patchbay');
  const folder = join(cache, `python-${hash}`);
  if (existsSync(folder)) return { folder };
  // Under another name first: one that was not completed is never used.
  const partial = join(cache, `partial-${randomUUID()}`);
  const pip = ['-m', 'pip', '--python', join(partial, 'bin/python'), 'install', '--no-compile', '--quiet'];
  try {
    // Without a pip of its own, which takes longer to install than everything else.
    await run('python3', ['-m', 'venv', '--without-pip', partial]);
    await run('python3', [...pip, '--disable-pip-version-check', '--requirement', requirements]);
    await rename(partial, folder);
    return { folder };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (existsSync(folder)) return { folder };
    const missing = `pip could not install the packages of clients/python/requirements-test.txt: ${outputOf(error)}`;
    return { missing };
  }
}
