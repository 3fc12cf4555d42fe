import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAt } from '../api.ts';
import { signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { outputOf, pythonClient, pythonEnvironment } from './python-environment.ts';

const run = promisify(execFile);
const acme = signUpOf('acme-python');
/** The virtual environment. */
let environment: string;

let missing: string | undefined;
let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let platform: Platform;
let unexpectedBefore: number;
let env: NodeJS.ProcessEnv;

/** Runs a module of Python in the folder of the client; resolves with its output. */
const module = (...args: string[]): Promise<string> =>
  run(join(environment, 'bin/python'), ['-m', ...args], { cwd: pythonClient, env }).then(
    ({ stdout }) => stdout,
    (error: unknown) => Promise.reject(new Error(outputOf(error), { cause: error })),
  );

beforeAll(async () => {
  const prepared = await pythonEnvironment();
  if ('missing' in prepared) {
    ({ missing } = prepared);
    return;
  }
  environment = prepared.folder;
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
