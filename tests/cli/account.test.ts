import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { freePort } from '@patchbay/servers/free-port';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../api.ts';
import { invite, signIn, signUpAndIn } from '../people.ts';
import { decide } from './device.ts';
import { startHost } from './host.ts';
import { inPipe, inTerminal, Pipe, Terminal } from './terminal.ts';
import { createCliWorld, type Environment, settingsOf, type World, withBrowser } from './world.ts';

interface Identified {
  readonly id: string;
}

const org = 'acme-account';
const globex = {
  email: 'grace@globex-account.example',
  name: 'Grace',
  organizationName: 'Globex',
  organizationSlug: 'globex-account',
};
const spring = `/v1/organizations/${org}/workspaces/spring`;

let world: World;
/** Where the platform answers. */
let address: string;
/** In Globex alone. */
let grace: Api;
/** A key of the organization that may use the integration `Nordlicht`. */
let key: string;
let integration: string;

beforeAll(async () => {
  world = await createCliWorld('account');
  const { api, ada, platform } = world;
  ({ address } = platform);
  grace = api.withSession(await signUpAndIn(api, platform.smtp, globex));
  await invite(grace, `/v1/organizations/${globex.organizationSlug}`, { email: world.email, role: 'viewer' });
  const { body } = await ada.get<{ invitations: Identified[] }>('/v1/me/invitations');
  await ada.post(`/v1/me/invitations/${body.invitations[0]?.id}/accept`);

  const created = await ada.post<Identified>(`${spring}/integrations`, {
    provider: 'criteo',
    name: 'Nordlicht',
    access: 'manage',
  });
  integration = created.body.id;
  const [{ fields }] = platform.providers.of('criteo').simulator.ways;
  await ada.post(`${spring}/integrations/${integration}/credentials`, fields);
  const robot = await ada.post<Identified & { key: string }>(`/v1/organizations/${org}/api-keys`, {
    name: 'robot',
    level: 'organization',
    role: 'member',
  });
  key = robot.body.key;
  await ada.post(`${spring}/integrations/${integration}/grants`, {
    apiKeyId: robot.body.id,
    access: 'read',
    accounts: null,
  });
});
afterAll(() => world?.stop());

const stored = (env: Environment, file = 'config.json'): unknown =>
  JSON.parse(readFileSync(settingsOf(env, file), 'utf8'));
/** A session of Ada that a test may end. */
const newToken = async (): Promise<string> =>
  (await signIn(world.api, world.platform.smtp, world.email)).token;

const started = {
  name: 'patchbay',
  apiVersion: '0.1.0',
  deviceCode: 'x',
  userCode: 'WDJB-MJHT',
  verificationUri: 'http://portal.example/device',
  verificationUriComplete: 'http://portal.example/device?user_code=WDJB-MJHT',
  expiresIn: 600,
  interval: 1,
};
const expiredCode = { status: 400, detail: 'expired_token: The device code has expired.' };

describe('patchbay login', () => {
  it('shows a code, opens the browser on Enter, waits, and remembers who signed in and their only organization', async () => {
    const { env, opened } = withBrowser(world.signedOut());
    const terminal = new Terminal(['login'], { env });
    await terminal.type('\r', 'Press Enter');
    await waitFor(() => existsSync(opened), { what: 'the browser' });
    await terminal.shows('Waiting for your decision');
    const code = await decide(terminal, grace, 'approve');
    expect(await terminal.endsAfterWaits()).toBe(0);
    expect(readFileSync(opened, 'utf8')).toBe(`${world.platform.portal}/device?user_code=${code}`);
    expect(terminal.text).toContain(`Signed in to ${address} as Grace <${globex.email}>.`);
    expect(stored(env)).toEqual({
      current: 'default',
      profiles: { default: { host: address, email: globex.email, org: globex.organizationSlug } },
    });
    expect(statSync(settingsOf(env, 'tokens.json')).mode & 0o777).toBe(0o600);
    const { default: token } = stored(env, 'tokens.json') as { default: string };
    expect(terminal.output).not.toContain(token);
    const { stdout } = await inPipe(['whoami', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      email: globex.email,
      host: address,
      profile: 'default',
      credential: 'session',
      source: settingsOf(env, 'tokens.json'),
      expiresAt: expect.stringMatching(/Z$/),
    });
  });

  it('opens no browser without a terminal', async () => {
    const { env, opened } = withBrowser(world.signedOut());
    const host = await startHost({ '/v1/auth/device/token': expiredCode, '': started });
    const pipe = new Pipe(['login', '--open'], { env: { ...env, PATCHBAY_HOST: host.address }, input: '' });
    await pipe.endsAfterWaits();
    host.stop();
    const ran = await pipe.ran();
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toContain('WDJB-MJHT');
    expect(ran.stderr).toContain('The code has expired before anybody let this device in.');
    expect(existsSync(opened)).toBe(false);
  });

  it('--with-token reads a session token from stdin, and asks a person of several organizations for one', async () => {
    const token = await newToken();
    const env = world.signedOut();
    const piped = await inPipe(['login', '--with-token'], { env, input: `${token}\n` });
    expect(piped).toMatchObject({ code: 0, stdout: '' });
    expect(piped.stderr).toContain('patchbay use <organization>');
    expect(piped.stderr).not.toContain(token);
    expect(stored(env)).toEqual({
      current: 'default',
      profiles: { default: { host: address, email: world.email } },
    });
    const terminal = new Terminal(['login', '--with-token'], { env });
    await terminal.type(`${token}\r`, 'Session token:');
    await terminal.type('1\r', 'Which organization');
    expect(await terminal.ends()).toBe(0);
    expect(terminal.output).not.toContain(token);
    expect(stored(env)).toMatchObject({ profiles: { default: { org } } });
  });

  it.each([
    ['a token that is not valid', 'nonsense', 4, 'does not accept this token'],
    ['an API key', 'pby_nonsense', 2, 'PATCHBAY_API_KEY'],
    ['nothing', '', 2, 'no token on stdin'],
  ])('--with-token refuses %s and keeps nothing', async (_what, input, code, words) => {
    const env = world.signedOut();
    const ran = await inPipe(['login', '--with-token'], { env, input });
    expect(ran).toMatchObject({ code, stderr: expect.stringContaining(words) });
    expect(existsSync(settingsOf(env, 'config.json'))).toBe(false);
  });

  it('says so where nothing answers, or something else than Patchbay', async () => {
    const env = world.signedOut();
    const nothing = `http://localhost:${await freePort()}`;
    expect(await inPipe(['login', '--host', nothing], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${nothing} cannot be reached: nothing listens there.`),
    });
    expect(await inPipe(['login', '--host', world.platform.portal], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${world.platform.portal} answers, but it is not the API of Patchbay.`),
    });
    expect(await inPipe(['login', '--host', 'ftp://x'], { env })).toMatchObject({ code: 2 });
  });
});

describe('credentials', () => {
  it('a stored session is not sent to another host', async () => {
    const host = await startHost();
    const ran = await inPipe(['org', 'list', '--host', host.address], { env: world.signedIn() });
    host.stop();
    expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining('not signed in') });
    expect(host.requests).toEqual([]);
  });

  it('a key of the environment is used at the host that is chosen or remembered, and not sent to the default one', async () => {
    const { PATCHBAY_HOST: _, ...nowhere } = world.signedOut();
    const keyed = { PATCHBAY_API_KEY: key };
    expect(await inPipe(['whoami'], { env: { ...nowhere, ...keyed } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Which host does PATCHBAY_API_KEY belong to?'),
    });
    for (const env of [world.signedIn(), { ...world.signedOut(), PATCHBAY_ORG: org }]) {
      const { code, stdout } = await inPipe(['whoami', '--json'], { env: { ...env, ...keyed } });
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({
        code: 0,
        credential: 'key',
        source: 'PATCHBAY_API_KEY',
        keyPrefix: key.slice(0, 15),
        organization: org,
      });
      expect(stdout).not.toContain(key);
    }
    expect(await inPipe(['doctor'], { env: { ...world.signedIn(), ...keyed } })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ok +limits +Requests left/m),
    });
  });

  it('a key of a workspace, which may not read about itself, is recognized', async () => {
    const { body } = await world.ada.post<{ key: string }>(`/v1/organizations/${org}/api-keys`, {
      name: 'narrow',
      level: 'workspace',
      workspaceSlug: 'spring',
      role: 'viewer',
    });
    const env = { ...world.signedIn(), PATCHBAY_API_KEY: body.key };
    expect(await inPipe(['whoami', '--json'], { env })).toMatchObject({ code: 0 });
    expect(await inPipe(['doctor'], { env })).toMatchObject({ code: 0 });
    const revoked = { ...env, PATCHBAY_API_KEY: `${body.key.slice(0, -1)}x` };
    expect(await inPipe(['whoami'], { env: revoked })).toMatchObject({ code: 4 });
    expect(await inPipe(['doctor'], { env: revoked })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^failed +credential /m),
    });
  });

  it('a session of the environment is used without signing in', async () => {
    const env = { ...world.signedOut(), PATCHBAY_TOKEN: world.token };
    const { stdout } = await inPipe(['whoami', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ email: world.email, source: 'PATCHBAY_TOKEN' });
  });

  it('a session that has ended is told from one that never was', async () => {
    const token = await newToken();
    const env = world.signedIn(token);
    await world.api.withSession(token).post('/v1/auth/sign-out');
    const { code, stderr } = await inPipe(['whoami'], { env });
    expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('patchbay login') });
    expect(stderr).not.toContain('You are not signed in');
  });

  it('a host without encryption is warned of once', async () => {
    const env = { ...world.signedIn(), PATCHBAY_API_KEY: 'pby_x' };
    const { stderr } = await inPipe(['whoami', '--host', 'http://patchbay.invalid'], { env });
    expect(stderr.match(/is not encrypted/g)).toHaveLength(1);
  });

  it('works, and says so, where the clock of the machine is wrong', async () => {
    const env = world.signedIn();
    const now = new Date(Date.now() + 400 * 86_400_000);
    expect(await inPipe(['whoami'], { env, now })).toMatchObject({ code: 0 });
    const token = await newToken();
    const login = ['login', '--with-token', '--profile', 'later', '--host', address];
    expect(await inPipe(login, { env, now, input: token })).toMatchObject({ code: 0 });
    const { code, stdout } = await inPipe(['doctor'], { env, now });
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^warning +clock +The clock of this machine is 400 days ahead\.$/m),
    });
  });
});

describe('profiles', () => {
  it('two installations are used side by side', async () => {
    const env = world.signedIn();
    const other = address.replace('localhost', '127.0.0.1');
    const token = await newToken();
    const login = ['login', '--with-token', '--profile', 'other', '--host', other];
    expect(await inPipe(login, { env, input: token })).toMatchObject({ code: 0 });
    const hostOf = async (...flags: string[]): Promise<string> =>
      (JSON.parse((await inPipe(['whoami', '--json', ...flags], { env })).stdout) as { host: string }).host;
    expect([await hostOf(), await hostOf('--profile', 'default')]).toEqual([other, address]);
    expect(await inPipe(['profile', 'use', 'default'], { env })).toMatchObject({ code: 0 });
    expect(await hostOf()).toBe(address);
    const listed = await inPipe(['profile', 'list', '--json'], { env });
    expect(listed.stdout).toContain('"other"');
    const { text } = await inTerminal(['profile', 'list'], { env });
    expect(text).toMatch(/^default +yes +http:/m);
    const elsewhere = await inPipe(['whoami', '--host', other], { env });
    expect(elsewhere).toMatchObject({ code: 4, stderr: expect.stringContaining('--profile other') });

    expect(await inPipe(['profile', 'remove', 'other'], { env })).toMatchObject({ code: 0 });
    expect(stored(env, 'tokens.json')).toEqual({ default: world.token });
    expect((await world.api.withSession(token).get('/v1/me')).status).toBe(401);
    for (const words of [
      ['whoami', '--profile', 'other'],
      ['profile', 'use', 'other'],
    ])
      expect(await inPipe(words, { env })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('There is no profile "other".'),
      });
  });

  it('use remembers an organization and a workspace that exist', async () => {
    const env = world.signedIn();
    const use = (...words: string[]) => inPipe(['use', ...words], { env });
    expect(await use()).toMatchObject({ code: 0, stdout: `${org}/spring\n` });
    expect(await use(globex.organizationSlug)).toMatchObject({ code: 0 });
    expect(await use()).toMatchObject({ stdout: `${globex.organizationSlug}\n` });
    expect(await use('nowhere')).toMatchObject({ code: 3, stderr: expect.stringContaining('nowhere') });
    expect(await use(`${org}/nowhere`)).toMatchObject({ code: 3 });
    expect(await use('a/b/c')).toMatchObject({ code: 2 });
    expect(await use()).toMatchObject({ stdout: `${globex.organizationSlug}\n` });
    expect(await use(org)).toMatchObject({ code: 0 });
    expect(await use('/spring')).toMatchObject({ code: 0 });
    expect(await use()).toMatchObject({ stdout: `${org}/spring\n` });
  });

  it('use asks on a terminal', async () => {
    const env = world.signedIn();
    const terminal = new Terminal(['use'], { env, columns: 40 });
    await terminal.type('2\r', 'Which organization?');
    expect(await terminal.ends()).toBe(0);
    expect(stored(env)).toMatchObject({ profiles: { default: { org: globex.organizationSlug } } });
    const left = new Terminal(['use'], { env });
    await left.type('\u0003', 'Which organization?');
    expect(await left.ends()).toBe(130);
  });

  it('logout ends the session at the host, and forgets it', async () => {
    const env = world.signedIn();
    const token = await newToken();
    await inPipe(['login', '--with-token'], { env: { ...env, PATCHBAY_HOST: address }, input: token });
    expect(await inPipe(['logout'], { env })).toMatchObject({ code: 0 });
    expect((await world.api.withSession(token).get('/v1/me')).status).toBe(401);
    expect(stored(env)).toMatchObject({ profiles: { default: { host: address, org } } });
    expect(await inPipe(['logout'], { env })).toMatchObject({ code: 4 });
  });

  it('logout forgets a session whose host cannot be reached, with a warning', async () => {
    const env = world.signedIn();
    const host = `http://localhost:${await freePort()}`;
    writeFileSync(
      settingsOf(env, 'config.json'),
      JSON.stringify({ current: 'default', profiles: { default: { host } } }),
    );
    const { code, stderr } = await inPipe(['logout'], { env });
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('warning:') });
    expect(stored(env, 'tokens.json')).toEqual({});
    expect(await inPipe(['whoami'], { env })).toMatchObject({ code: 4 });
  });
});

describe('patchbay api', () => {
  it('prints the answer as it came in a pipe, and in lines on a terminal', async () => {
    const env = world.signedIn();
    const { code, stdout } = await inPipe(['api', 'get', 'v1/me'], { env });
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 0, lines: 1 });
    expect(JSON.parse(stdout)).toMatchObject({ email: world.email });
    expect((await inPipe(['api', '/v1/me'], { env })).stdout).toBe(stdout);
    const { text } = await inTerminal(['api', 'GET', '/v1/me', '--include'], { env });
    expect(text).toContain('HTTP/1.1 200 OK\n');
    expect(text).toMatch(/^x-request-id: \S+$/m);
    expect(text).toContain(`\n  "email": "${world.email}"`);
  });

  it('asks for all pages', async () => {
    const words = [
      'api',
      'GET',
      '/v1/organizations/{orgSlug}/audit-logs',
      '--paginate',
      '--field',
      'limit=2',
    ];
    const { code, stdout } = await inPipe(words, { env: world.signedIn() });
    const pages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { auditLogs: Identified[] });
    const ids = pages.flatMap(({ auditLogs }) => auditLogs.map(({ id }) => id));
    expect(code).toBe(0);
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refuses other hosts', async () => {
    const host = await startHost();
    for (const other of [`${host.address}/v1/me`, host.address.replace('http:', '')])
      expect(await inPipe(['api', 'GET', other], { env: world.signedIn() })).toMatchObject({ code: 2 });
    host.stop();
    expect(host.requests).toEqual([]);
  });
});

describe('patchbay relay', () => {
  const report = ['POST', 'marketing/statistics/report'];

  it('streams what the advertising system answers, for a session and for a key with a grant', async () => {
    const answer = { code: 0, stdout: expect.stringContaining('"AdvertiserId":"78421"') };
    const session = await inPipe(['relay', 'nordlicht', ...report, '--input', '-'], {
      env: world.signedIn(),
      input: '{}',
    });
    expect(session).toMatchObject(answer);
    expect(session.stderr).toContain('If this POST changes something, Patchbay records it');
    const env = { ...world.signedIn(), PATCHBAY_API_KEY: key };
    const fields = ['--field', 'advertiserIds=@-'];
    expect(await inPipe(['relay', integration, ...report, ...fields], { env, input: '78421' })).toMatchObject(
      answer,
    );
  });

  it("tells the advertising system's refusal from one of Patchbay", async () => {
    const env = world.signedIn();
    const foreign = ['--raw-field', 'advertiserIds=1'];
    const provider = await inPipe(['relay', 'Nordlicht', ...report, ...foreign], { env });
    expect(provider).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('missing-consent'),
      stderr: expect.stringContaining('The advertising system answered with the status 403.'),
    });
    const unknown = await inPipe(['relay', 'Nordlicht', 'GET', 'nothing/x'], { env });
    expect(unknown).toMatchObject({ code: 3, stdout: '' });
    const change = [
      'relay',
      'Nordlicht',
      'PUT',
      'marketing/marketing-solutions/ad-sets/17/audience',
      '--input',
      '-',
    ];
    const refused = await inPipe(change, { env: { ...env, PATCHBAY_API_KEY: key }, input: '{}' });
    expect(refused).toMatchObject({ code: 5, stdout: '' });
    expect(await inPipe(['relay', 'Nothing', 'GET', 'marketing/x'], { env })).toMatchObject({ code: 3 });
  });

  it('does not leave the relay', async () => {
    const env = world.signedIn();
    for (const path of ['marketing/../../../..', 'marketing/%2e%2e/..', '..\\..\\grants', 'marketing'])
      expect(await inPipe(['relay', integration, 'GET', path], { env })).toMatchObject({
        code: 2,
        stdout: '',
      });
  });
});

describe('patchbay doctor', () => {
  const outcomes = (stdout: string): Record<string, string> =>
    Object.fromEntries(
      (JSON.parse(stdout) as { check: string; outcome: string }[]).map(({ check, outcome }) => [
        check,
        outcome,
      ]),
    );

  it('finds nothing wrong where everything is right', async () => {
    const { code, text } = await inTerminal(['doctor'], { env: world.signedIn() });
    expect({ code, text }).toMatchObject({
      code: 0,
      text: expect.stringContaining(`Session of ${world.email}`),
    });
    expect(text).not.toMatch(/^(warning|failed)/m);
  });

  it('says what is wrong, and ends with 1', async () => {
    const env = world.signedIn();
    chmodSync(settingsOf(env, 'tokens.json'), 0o644);
    const lost = await inPipe(['doctor', '--json', '--workspace', 'nowhere'], { env });
    expect(lost.code).toBe(1);
    expect(outcomes(lost.stdout)).toMatchObject({
      settings: 'warning',
      host: 'ok',
      credential: 'ok',
      place: 'failed',
    });
    const stranger = await inPipe(['doctor', '--json'], { env: world.signedOut() });
    expect(outcomes(stranger.stdout)).toMatchObject({ host: 'ok', clock: 'ok', credential: 'failed' });
    const cut = await inPipe(['doctor', '--host', `http://localhost:${await freePort()}`], { env });
    expect(cut).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^failed +host .*cannot be reached/m),
    });
  });
});
