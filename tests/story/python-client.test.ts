import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAt } from '../api.ts';
import { acme, signUpAndIn } from '../people.ts';
import { type Platform, startPlatform } from '../platform.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const client = join(root, 'clients/python');
/** Kept between runs, with the packages that requirements-test.txt pins. */
const environment = join(root, '.cache/python');
const python = join(environment, 'bin/python');

/** The output of a command that failed, without the frames of Node. */
const outputOf = (error: unknown): string => {
  const {
    stdout = '',
    stderr = '',
    message = '',
  } = error as { stdout?: string; stderr?: string; message?: string };
  return `${stdout}${stderr}` || message;
};

/** What keeps the client from being tested on this machine; undefined: nothing. */
async function prepare(): Promise<string | undefined> {
  const isNewEnough = ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'];
  try {
    await run('python3', isNewEnough);
  } catch (error) {
    return `There is no python3 of version 3.10 or newer with venv: ${outputOf(error)}`;
  }
  try {
    await run('python3', ['-m', 'venv', environment]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await run(python, [...pip, '--requirement', join(client, 'requirements-test.txt')]);
  } catch (error) {
    return `pip could not install the packages of clients/python/requirements-test.txt: ${outputOf(error)}`;
  }
  return undefined;
}

let missing: string | undefined;
let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let platform: Platform;
let env: NodeJS.ProcessEnv;

/** Runs a module of Python in the folder of the client; resolves with its output. */
const module = (...args: string[]): Promise<string> =>
  run(python, ['-m', ...args], { cwd: client, env }).then(
    ({ stdout }) => stdout,
    (error: unknown) => Promise.reject(new Error(outputOf(error), { cause: error })),
  );

beforeAll(async () => {
  missing = await prepare();
  if (missing !== undefined) return;
  folder = await createTemporaryDirectory('patchbay-python-');
  platform = await startPlatform();
  const [way] = platform.providers.of('criteo').simulator.ways;
  env = {
    ...process.env,
    PYTHONDONTWRITEBYTECODE: '1',
    PATCHBAY_HOST: platform.address,
    PATCHBAY_TEST: JSON.stringify({
      token: await signUpAndIn(apiAt(platform.address), platform.smtp, acme),
      settings: way.settings,
      fields: way.fields,
    }),
  };
});
afterAll(async () => {
  await platform?.stop();
  await folder?.remove();
});

describe('the Python client', () => {
  it('the types of the Python client and of its tests are strict', async (context) => {
    if (missing !== undefined) context.skip(missing);
    const cache = join(environment, 'mypy');
    const checked = await module('mypy', '--strict', '--cache-dir', cache, 'src', 'tests');
    expect(checked).toContain('no issues found');
  });

  it('the installed Python client passes its tests against the gateway, sync and async', async (context) => {
    if (missing !== undefined) context.skip(missing);
    await module('pip', 'install', '--quiet', '--no-deps', '--no-build-isolation', '--force-reinstall', '.');
    const tested = await module('pytest', '--quiet', '-rs', `--basetemp=${join(folder.path, 'pytest')}`);
    expect(tested).toMatch(/^\d+ passed in/m);
    expect(platform.providers.of('criteo').unexpected).toEqual([]);
  });
});
