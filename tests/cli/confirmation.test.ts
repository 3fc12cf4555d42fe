import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../api.ts';
import { acme, signIn, signUpAndIn } from '../people.ts';
import { inPipe, Terminal } from './terminal.ts';
import { createCliWorld, type World } from './world.ts';

let world: World;
/** In Globex alone. */
let grace: Api;

beforeAll(async () => {
  world = await createCliWorld();
  const globex = {
    email: 'grace@globex.example',
    name: 'Grace',
    organizationName: 'Globex',
    organizationSlug: 'globex',
  };
  grace = world.api.withSession(await signUpAndIn(world.api, world.smtp, globex));
});
afterAll(() => world?.stop());
beforeEach(() => world.makeStale());

/** An environment with a stale session of Ada that a test may end, and a browser that notes what it opens. */
async function stale() {
  const { token } = await signIn(world.api, world.smtp, acme.email);
  await world.makeStale();
  const env = world.signedIn();
  const tokens = join(env['PATCHBAY_CONFIG_DIR'] ?? '', 'tokens.json');
  writeFileSync(tokens, JSON.stringify({ default: token }));
  const [opened, browser] = [join(env['HOME'] ?? '', 'opened'), join(env['HOME'] ?? '', 'browser')];
  writeFileSync(browser, `#!/bin/sh\necho "$1" > "${opened}"\n`, { mode: 0o755 });
  const stored = () => (JSON.parse(readFileSync(tokens, 'utf8')) as { default: string }).default;
  return { env: { ...env, BROWSER: browser }, token, opened, stored };
}

const userCode = /\b[A-Z\d]{4}-[A-Z\d]{4}\b/;
async function decide(terminal: Terminal, person: Api, decision: 'approve' | 'deny'): Promise<void> {
  await terminal.shows(userCode);
  const code = userCode.exec(terminal.text)?.[0];
  const { status } = await person.post('/v1/auth/device/decide', { userCode: code, decision });
  expect(status).toBe(204);
}
/** Ada in a browser in which she has just proved who she is. */
const freshAda = async (): Promise<Api> =>
  world.api.withSession((await signIn(world.api, world.smtp, acme.email)).token);
const isLive = async (token: string) => (await world.api.withSession(token).get('/v1/me')).status === 200;
const createKey = (name: string) => [
  'key',
  'create',
  '--name',
  name,
  '--level',
  'organization',
  '--role',
  'viewer',
];
const keyNames = async () => {
  const { body } = await world.ada.get<{ apiKeys: { name: string }[] }>('/v1/organizations/acme/api-keys');
  return body.apiKeys.map(({ name }) => name);
};

describe('a command that needs a fresh session', () => {
  it('opens the browser with the request for a proof, waits, and goes on with a new session in place of the old one', async () => {
    const { env, token, opened, stored } = await stale();
    const ada = await freshAda();
    const terminal = new Terminal(createKey('Confirmed'), { env });
    await terminal.type('\r', 'Press Enter');
    await waitFor(() => existsSync(opened), { what: 'the browser' });
    await decide(terminal, ada, 'approve');
    expect({ code: await terminal.ends(), text: terminal.text }).toMatchObject({ code: 0 });
    const code = userCode.exec(terminal.text)?.[0];
    expect(readFileSync(opened, 'utf8').trim()).toBe(`${world.portal}/device?user_code=${code}&confirm=1`);
    expect(terminal.text).toContain('Confirm in your browser that it is you.');
    expect(await keyNames()).toContain('Confirmed');
    expect(stored()).not.toBe(token);
    expect(terminal.output).not.toContain(stored());
    expect([await isLive(token), await isLive(stored())]).toEqual([false, true]);
    // The new session is fresh: nobody is asked again, so that it works in a pipe too.
    expect(await inPipe(createKey('Again'), { env })).toMatchObject({ code: 0 });
  });

  it('`patchbay api` does so too', async () => {
    const { env } = await stale();
    const ada = await freshAda();
    const fields = ['--field', 'name=By path', '--field', 'level=organization', '--field', 'role=viewer'];
    const terminal = new Terminal(['api', 'POST', '/v1/organizations/acme/api-keys', ...fields], { env });
    await decide(terminal, ada, 'approve');
    expect(await terminal.ends()).toBe(0);
    expect(await keyNames()).toContain('By path');
  });

  it('changes nothing where the person refuses', async () => {
    const { env, token, stored } = await stale();
    const terminal = new Terminal(createKey('Refused'), { env });
    await decide(terminal, world.ada, 'deny');
    expect(await terminal.ends()).toBe(1);
    expect(terminal.text).toContain('The sign-in was refused in the browser.');
    expect(stored()).toBe(token);
    expect(await keyNames()).not.toContain('Refused');
  });

  it('changes nothing where somebody else confirms, and keeps the session of the profile', async () => {
    const { env, token, stored } = await stale();
    const terminal = new Terminal(createKey('Another'), { env });
    await decide(terminal, grace, 'approve');
    expect(await terminal.ends()).toBe(5);
    expect(terminal.text).toContain('The browser is signed in as grace@globex.example');
    expect(stored()).toBe(token);
    expect(await isLive(token)).toBe(true);
    expect(await keyNames()).not.toContain('Another');
  });

  it('says what to do where there is no terminal', async () => {
    const { env } = await stale();
    const ran = await inPipe(createKey('Piped'), { env });
    expect(ran).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining('Run `patchbay login`, then repeat the command.'),
    });
    expect(ran.stderr).not.toContain('confirmation_required');
  });

  it('says the same with a session of the environment, which cannot be replaced', async () => {
    const { token } = await stale();
    const env = { ...world.signedOut(), PATCHBAY_TOKEN: token, PATCHBAY_ORG: 'acme' };
    const terminal = new Terminal(createKey('Of a variable'), { env });
    expect(await terminal.ends()).toBe(5);
    expect(terminal.text).toContain('Run `patchbay login`');
  });
});
