import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAt } from '../api.ts';
import { signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';

const run = promisify(execFile);
const client = fileURLToPath(new URL('../../clients/python', import.meta.url));
const requirements = join(client, 'requirements-test.txt');
const acme = signUpOf('acme-python');
/** A virtual environment with the packages that requirements-test.txt pins. It is outside the repository: other clones use it too. */
let environment: string;

/** The output of a command that failed, without the frames of Node. */
const outputOf = (error: unknown): string => {
  const {
    stdout = '',
    stderr = '',
    message = '',
  } = error as { stdout?: string; stderr?: string; message?: string };
  return `${stdout}${stderr}` || message;
};

/** Finds or makes the environment; resolves with what keeps the client from being tested on this machine, if anything does. */
async function prepare(): Promise<string | undefined> {
  let python: string;
  try {
    const code =
      'import sys, venv, pip; print(sys.version, sys.executable); sys.exit(sys.version_info < (3, 10))';
    python = (await run('python3', ['-c', code])).stdout;
  } catch (error) {
    return `There is no python3 of version 3.10 or newer with venv and pip: ${outputOf(error)}`;
  }
  const hash = createHash('sha256')
    .update(python)
    .update(readFileSync(requirements))
    .digest('hex')
    .slice(0, 12);
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'patchbay');
  environment = join(cache, `python-${hash}`);
  if (existsSync(environment)) return undefined;
  // Under another name first: one that was not completed is never used.
  const partial = join(cache, `partial-${randomUUID()}`);
  const pip = ['-m', 'pip', '--python', join(partial, 'bin/python'), 'install', '--no-compile', '--quiet'];
  try {
    // Without a pip of its own, which takes longer to install than everything else.
    await run('python3', ['-m', 'venv', '--without-pip', partial]);
    await run('python3', [...pip, '--disable-pip-version-check', '--requirement', requirements]);
    await rename(partial, environment);
    return undefined;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (existsSync(environment)) return undefined;
    return `pip could not install the packages of clients/python/requirements-test.txt: ${outputOf(error)}`;
  }
}

let missing: string | undefined;
let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let platform: Platform;
let unexpectedBefore: number;
let env: NodeJS.ProcessEnv;

/** Runs a module of Python in the folder of the client; resolves with its output. */
const module = (...args: string[]): Promise<string> =>
  run(join(environment, 'bin/python'), ['-m', ...args], { cwd: client, env }).then(
    ({ stdout }) => stdout,
    (error: unknown) => Promise.reject(new Error(outputOf(error), { cause: error })),
  );

beforeAll(async () => {
  missing = await prepare();
  if (missing !== undefined) return;
  folder = await createTemporaryDirectory('patchbay-python-');
  platform = await sharedPlatform();
  unexpectedBefore = platform.providers.of('criteo').unexpected.length;
  const [way] = platform.providers.of('criteo').simulator.ways;
  env = {
    ...process.env,
    PYTHONPYCACHEPREFIX: join(environment, 'compiled'),
    PYTHONDONTWRITEBYTECODE: '',
    PATCHBAY_HOST: platform.address,
    PATCHBAY_TEST: JSON.stringify({
      org: acme.organizationSlug,
      email: acme.email,
      token: await signUpAndIn(apiAt(platform.address), platform.smtp, acme),
      settings: way.settings,
      fields: way.fields,
    }),
  };
});
afterAll(() => folder?.remove());

describe('the Python client', () => {
  it('the types of the Python client and of its tests are strict', async (context) => {
    if (missing !== undefined) context.skip(missing);
    const cache = join(environment, 'mypy');
    const checked = await module('mypy', '--strict', '--cache-dir', cache, 'src', 'tests');
    expect(checked).toContain('no issues found');
  });

  it('the Python client as it is packaged passes its tests against the gateway, sync and async', async (context) => {
    if (missing !== undefined) context.skip(missing);
    await module('hatchling', 'build', '--target', 'wheel', '--directory', folder.path);
    const [wheel = ''] = readdirSync(folder.path).filter((name) => name.endsWith('.whl'));
    // Python imports from wheels; the folder src is not in its path.
    env['PYTHONPATH'] = join(folder.path, wheel);
    const tested = await module('pytest', '--quiet', '-rs', `--basetemp=${join(folder.path, 'pytest')}`);
    expect(tested).toMatch(/^\d+ passed in/m);
    expect(platform.providers.of('criteo').unexpected).toHaveLength(unexpectedBefore);
  });
});
