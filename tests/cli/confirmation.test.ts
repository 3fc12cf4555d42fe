import { existsSync, readFileSync } from 'node:fs';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../api.ts';
import { signIn, signUpAndIn } from '../people.ts';
import { decide } from './device.ts';
import { inPipe, Terminal } from './terminal.ts';
import { createCliWorld, settingsOf, type World, withBrowser } from './world.ts';

let world: World;
const org = 'acme-confirmation';
const globex = {
  email: 'grace@globex-confirmation.example',
  name: 'Grace',
  organizationName: 'Globex',
  organizationSlug: 'globex-confirmation',
};
/** In Globex alone. */
let grace: Api;
/** Sessions of Ada. */
const newToken = async (): Promise<string> =>
  (await signIn(world.api, world.platform.smtp, world.email)).token;

beforeAll(async () => {
  world = await createCliWorld('confirmation');
  grace = world.api.withSession(await signUpAndIn(world.api, world.platform.smtp, globex));
});
afterAll(() => world?.stop());
beforeEach(() => world.makeStale());

/** An environment with a stale session of Ada that a test may end, and a browser that notes what it opens. */
async function stale() {
  const token = await newToken();
  await world.makeStale();
  const { env, opened } = withBrowser(world.signedIn(token));
  const stored = () =>
    (JSON.parse(readFileSync(settingsOf(env, 'tokens.json'), 'utf8')) as { default: string }).default;
  return { env, token, opened, stored };
}

/** Ada in a browser in which she has just proved who she is. */
const freshAda = async (): Promise<Api> => world.api.withSession(await newToken());
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
  const { body } = await world.ada.get<{ apiKeys: { name: string }[] }>(`/v1/organizations/${org}/api-keys`);
  return body.apiKeys.map(({ name }) => name);
};

describe('a command that needs a fresh session', () => {
  it('opens the browser with the request for a proof, waits, and goes on with a new session in place of the old one', async () => {
    const { env, token, opened, stored } = await stale();
    const ada = await freshAda();
    const terminal = new Terminal(createKey('Confirmed'), { env });
    await terminal.type('\r', 'Press Enter');
    await waitFor(() => existsSync(opened), { what: 'the browser' });
    const code = await decide(terminal, ada, 'approve');
    expect({ code: await terminal.endsAfterWaits(), text: terminal.text }).toMatchObject({ code: 0 });
    const page = `${world.platform.portal}/device`;
    expect(readFileSync(opened, 'utf8')).toBe(`${page}?user_code=${code}&confirm=1`);
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
    const terminal = new Terminal(['api', 'POST', `/v1/organizations/${org}/api-keys`, ...fields], { env });
    await decide(terminal, ada, 'approve');
    expect(await terminal.endsAfterWaits()).toBe(0);
    expect(await keyNames()).toContain('By path');
  });

  it('changes nothing where the person refuses', async () => {
    const { env, token, stored } = await stale();
    const terminal = new Terminal(createKey('Refused'), { env });
    await decide(terminal, world.ada, 'deny');
    expect(await terminal.endsAfterWaits()).toBe(1);
    expect(terminal.text).toContain('The sign-in was refused in the browser.');
    expect(stored()).toBe(token);
    expect(await keyNames()).not.toContain('Refused');
  });

  it('changes nothing where somebody else confirms, and keeps the session of the profile', async () => {
    const { env, token, stored } = await stale();
    const terminal = new Terminal(createKey('Another'), { env });
    await decide(terminal, grace, 'approve');
    expect(await terminal.endsAfterWaits()).toBe(5);
    expect(terminal.text).toContain(`The browser is signed in as ${globex.email}`);
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
    const env = { ...world.signedOut(), PATCHBAY_TOKEN: token, PATCHBAY_ORG: org };
    const terminal = new Terminal(createKey('Of a variable'), { env });
    expect(await terminal.ends()).toBe(5);
    expect(terminal.text).toContain('Run `patchbay login`');
  });
});
