import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Schemas } from '@patchbay/client';
import { requestOf, rowsOf } from '@patchbay/portal-web/first-read';
import { type Language, languages, samples, setKey } from '@patchbay/portal-web/samples';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAt } from '../api.ts';
import { signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { outputOf, type PythonEnvironment, pythonClient, pythonEnvironment } from './python-environment.ts';

const orgSlug = 'acme-samples';
const workspaceSlug = 'spring';
const workspace = `/v1/organizations/${orgSlug}/workspaces/${workspaceSlug}`;
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
const commandLine = fileURLToPath(new URL('../../clients/cli/bin/patchbay.js', import.meta.url));
/** Read by POST with a body, by GET with an encoded query, and by GET with a query that has parentheses. */
const providers = ['the_trade_desk', 'pubmatic', 'linkedin_ads'];

let platform: Platform;
let python: PythonEnvironment;
let ada: Api;
let key: Schemas['ApiKeyWithSecret'];
/** Not in the repository, because other tests list and read its files. The link to the packages lets Node find the client. */
let folder: TemporaryDirectory;

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-samples-');
  await symlink(packages, join(folder.path, 'node_modules'));
  [platform, python] = await Promise.all([sharedPlatform(), pythonEnvironment()]);
  const client = apiAt(platform.address);
  ada = client.withSession(await signUpAndIn(client, platform.smtp, signUpOf(orgSlug)));
  await ada.post(`/v1/organizations/${orgSlug}/workspaces`, { name: 'Spring', slug: workspaceSlug });
  const body = { name: 'Samples', level: 'workspace', role: 'member', workspaceSlug };
  key = (await ada.post<typeof key>(`/v1/organizations/${orgSlug}/api-keys`, body)).body;
});

afterAll(() => folder?.remove());

/** Connects what the simulator has, and lets the key use every account of it. */
async function connect(provider: string): Promise<string> {
  const way = platform.providers.of(provider).simulator.ways[0];
  const created = await ada.post<{ id: string; connectUrl: string }>(`${workspace}/integrations`, {
    provider,
    name: provider,
    settings: way.settings,
  });
  const { id, connectUrl } = created.body;
  const link = `/v1/connect/${connectUrl.split('/').at(-1)}`;
  if (Object.keys(way.fields).length > 0) await ada.post(`${link}/credentials`, way.fields);
  else {
    const { body } = await ada.post<{ authorizationUrl: string }>(`${link}/oauth`);
    await fetch(await platform.providers.consent(body.authorizationUrl), { redirect: 'manual' });
  }
  const grant = { apiKeyId: key.id, access: 'read', accounts: null };
  expect(await ada.post(`${workspace}/integrations/${id}/grants`, grant)).toMatchObject({ status: 201 });
  return id;
}

const env = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONPATH: join(pythonClient, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
});

/** Runs a sample as a person would, after the command that sets the key; resolves with what it prints. */
async function outputOfSample(language: Language, code: string, interpreter: string): Promise<string> {
  const run = (command: string): Promise<string> =>
    promisify(execFile)('bash', ['-euc', `${setKey(key.key)}\n${command}`], {
      env: env(),
      cwd: folder.path,
    }).then(
      ({ stdout }) => stdout,
      (error: unknown) => Promise.reject(new Error(outputOf(error), { cause: error })),
    );
  switch (language) {
    case 'curl':
      return run(code);
    case 'cli':
      return run(`patchbay() { '${process.execPath}' '${commandLine}' "$@"; }\n${code}`);
    case 'python':
      return run(`'${interpreter}' - <<'EOF'\n${code}\nEOF`);
    case 'typescript': {
      const file = join(folder.path, 'sample.ts');
      await writeFile(file, code);
      return run(`'${process.execPath}' --conditions=patchbay-source '${file}'`);
    }
    default:
      return language satisfies never;
  }
}

describe.each(providers)('the samples for %s', (provider) => {
  let id: string;
  let read: Schemas['FirstRead'];
  let account: Schemas['Account'];
  beforeAll(async () => {
    id = await connect(provider);
    const { body } = await ada.get<Schemas['Provider']>(`/v1/integrations/providers/${provider}`);
    if (body.firstRead === undefined) throw new Error(`${provider} has no first read`);
    read = body.firstRead;
    const listed = await ada.get<Schemas['AccountPage']>(`${workspace}/integrations/${id}/accounts`);
    const found = listed.body.accounts.find(({ setting }) => setting?.name === read.accountSetting);
    if (found === undefined) throw new Error(`${provider} lists no account to read`);
    account = found;
  });

  it.for(languages)('the sample in %s prints the rows of the first read', async (language, context) => {
    if (language === 'python' && 'missing' in python) context.skip(python.missing);
    const names = { apiUrl: platform.address, orgSlug, workspaceSlug, integrationId: id };
    const { unexpected } = platform.providers.of(provider);
    const before = unexpected.length;
    const code = samples[language].relay(names, requestOf(read, account));
    const interpreter = 'folder' in python ? join(python.folder, 'bin/python') : '';
    const rows = rowsOf(read, JSON.parse(await outputOfSample(language, code, interpreter)));
    expect(rows?.length).toBeGreaterThan(0);
    expect(unexpected.slice(before)).toEqual([]);
  });
});
