import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@patchbay/servers/free-port';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { ServiceProcess } from '@patchbay/testing/process';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAt } from '../api.ts';
import { startEmbedded } from '../embedded.ts';
import { acme, mailTo, signUpAndIn } from '../people.ts';

let folder: TemporaryDirectory;
let smtp: TestSmtpServer;
let env: Readonly<Record<string, string>>;
let platform: ServiceProcess;
let ada: Api;

const start = async (): Promise<string> => {
  const { process: started, address } = await startEmbedded(env);
  platform = started;
  return address;
};

/** What `make reseal` runs. */
const reseal = (...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const entry = fileURLToPath(new URL('../../deploy/local/src/commands/reseal.ts', import.meta.url));
    const command = ['--conditions=patchbay-source', entry, ...args];
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    execFile(
      process.execPath,
      command,
      { env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

const linkIn = async (count: number): Promise<string> => {
  const { text } = await mailTo(smtp, 'eve@elsewhere.example', count);
  return /\/invitations\/([\w-]+)/.exec(text)?.[1] ?? expect.unreachable('the mail has no link');
};

beforeAll(async () => {
  [folder, smtp] = await Promise.all([createTemporaryDirectory('patchbay-reseal-'), createSmtpServer()]);
  env = {
    DATA_DIR: folder.path,
    RUN_DIR: join(folder.path, 'run'),
    PORT: String(await freePort()),
    SMTP_URL: smtp.url,
  };
});
afterAll(async () => {
  await platform?.stop();
  await smtp?.stop();
  await folder?.remove();
});

it('the sealing key of `make start` is replaced and the old one removed without losing what is sealed', async () => {
  expect(await reseal()).toEqual({ code: 1, output: expect.stringContaining('Nothing is running') });
  expect(await reseal('--key=new')).toEqual({ code: 1, output: expect.stringContaining('no keys yet') });
  const address = await start();
  ada = apiAt(address).withSession(await signUpAndIn(apiAt(address), smtp, acme));
  const invitations = '/v1/organizations/acme/invitations';
  const { body } = await ada.post<{ id: string }>(invitations, {
    email: 'eve@elsewhere.example',
    role: 'member',
  });
  const token = await linkIn(1);

  const added = await reseal('--key=new');
  expect(added.code).toBe(0);
  const id = /key (\w+) seals from the next start on/.exec(added.output)?.[1] ?? '';
  const early = await reseal();
  expect(early.output).toContain('organization: 0 rows sealed again with local');
  expect(early.output).toContain('A new key waits for the next start');

  await platform.stop();
  await start();
  const done = await reseal();
  expect(done.output).toContain(`organization: 1 row sealed again with ${id}`);
  expect(done.output).toContain('key local seals nothing stored in organization any more');
  expect(done.output).toContain('key local seals nothing stored in identity any more');
  expect(done.code).toBe(0);

  await platform.stop();
  const path = join(folder.path, 'secrets.json');
  const secrets = JSON.parse(await readFile(path, 'utf8')) as { sealingKeys: string };
  const [first = ''] = secrets.sealingKeys.split(',');
  expect(first.startsWith(`${id}:`)).toBe(true);
  await writeFile(path, JSON.stringify({ ...secrets, sealingKeys: first }));
  await start();
  expect((await ada.post(`${invitations}/${body.id}/resend`, {})).status).toBe(200);
  expect(await linkIn(2)).toBe(token);
}, 600_000);
