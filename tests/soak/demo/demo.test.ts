import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { Exit } from '@patchbay/testing/process';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, trailOf, trailWhen } from '../../api.ts';
import { accessibilityOf, launchBrowser } from '../../portal/browser.ts';
import { connectAsShown, type Demo, demoPorts, launchDemo, type ShownProvider, startDemo } from './demo.ts';
import { locationOf } from './start-page.ts';

interface Integration {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly status: string;
  readonly lastError: string | null;
  readonly connectedAccount: string | null;
  readonly connectLink: { readonly connectUrl: string; readonly expired: boolean } | null;
}

const organization = '/v1/organizations/nordlicht';
const clients = ['fjord-and-fell', 'cafe-morgenrot', 'hafenmuseum'];

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let env: Readonly<Record<string, string>>;
let demo: Demo;
let lena: Api;
let providers: readonly ShownProvider[];
let interrupted: Exit;

const listOf = async <T>(api: Api, path: string, field: string): Promise<readonly T[]> => {
  const { status, body } = await api.get<Record<string, readonly T[]>>(path);
  expect(status).toBe(200);
  return body[field] ?? [];
};
const integrationsOf = (slug: string): Promise<readonly Integration[]> =>
  listOf(lena, `${organization}/workspaces/${slug}/integrations`, 'integrations');
const ofClients = async (): Promise<readonly Integration[]> =>
  (await Promise.all(clients.map(integrationsOf))).flat();
const valuesOf = <T>(things: readonly T[], pick: (thing: T) => string): string[] =>
  [...new Set(things.map(pick))].toSorted();

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-demo-');
  env = { DATA_DIR: folder.path, ...(await demoPorts()) };
  // Ended in the middle of the sample data, as by Ctrl-C.
  interrupted = await (await launchDemo(env, 'sample data: three clients')).stop();
  demo = await startDemo(env);
  lena = await demo.signIn('lena');
  providers = await listOf(lena, '/v1/integrations/providers', 'providers');
});
afterAll(async () => {
  await demo?.process.stop();
  await folder?.remove();
});

it('the demo begins anew where it was interrupted, and prints what fits on a screen', () => {
  expect(interrupted).toEqual({ code: 0, signal: null });
  const log = demo.process.log();
  expect(log).toContain('was not completed the last time');
  const summary = log.slice(log.indexOf('The demo is ready.'), log.indexOf('Ctrl-C stops everything.'));
  expect(summary.split('\n').length).toBeLessThan(40);
  expect(log.slice(0, log.indexOf('The demo is ready.'))).not.toContain('mail to');
});

it('the demo has people in every role', async () => {
  const members = await listOf<{ role: string; email: string }>(lena, `${organization}/members`, 'members');
  expect(valuesOf(members, ({ role }) => role)).toEqual(['admin', 'guest', 'member', 'viewer']);
  const assigned = await Promise.all(
    clients.map((slug) =>
      listOf<{ role: string; inherited: boolean }>(
        lena,
        `${organization}/workspaces/${slug}/members`,
        'members',
      ),
    ),
  );
  const direct = assigned.flat().filter(({ inherited }) => !inherited);
  expect(valuesOf(direct, ({ role }) => role)).toEqual(['admin', 'member', 'viewer']);
});

it('the demo has invitations with every answer', async () => {
  const paths = [organization, ...clients.map((slug) => `${organization}/workspaces/${slug}`)];
  const lists = await Promise.all(
    paths.map((path) => listOf<{ status: string }>(lena, `${path}/invitations`, 'invitations')),
  );
  const statuses = valuesOf(lists.flat(), ({ status }) => status);
  expect(statuses).toEqual(['accepted', 'canceled', 'declined', 'pending']);
});

it('the demo has API keys of every level and in every state', async () => {
  const mira = await demo.signIn('mira');
  const keys = (
    await Promise.all(
      [lena, mira].map((api) =>
        listOf<{ level: string; status: string }>(api, `${organization}/api-keys`, 'apiKeys'),
      ),
    )
  ).flat();
  expect(valuesOf(keys, ({ level }) => level)).toEqual(['organization', 'user', 'workspace']);
  expect(valuesOf(keys, ({ status }) => status)).toEqual(
    expect.arrayContaining(['active', 'disabled', 'revoked']),
  );
  const rotated = (await trailOf(lena, 'nordlicht')).filter(({ action }) => action === 'api_key.rotated');
  expect(rotated).toHaveLength(1);
});

it('the demo has integrations in every state', async () => {
  const integrations = await ofClients();
  expect(valuesOf(integrations, ({ status }) => status)).toEqual(['active', 'disabled', 'error', 'pending']);
  const active = integrations.filter(({ status }) => status === 'active');
  expect(active.length).toBeGreaterThanOrEqual(8);
  expect(active.every(({ connectedAccount }) => connectedAccount !== null)).toBe(true);
  expect(active.filter(({ lastError }) => lastError !== null)).toMatchObject([{ provider: 'google_ads' }]);
  const pending = integrations.filter(({ status }) => status === 'pending');
  expect(pending.some(({ connectLink }) => connectLink?.expired === false)).toBe(true);
});

it('the demo has a trail with some history, which is intact', async () => {
  const trail = await trailWhen(lena, 'nordlicht', ({ length }) => length >= 100);
  expect(trail.length).toBeGreaterThanOrEqual(100);
  expect(valuesOf(trail, ({ actor }) => actor.type)).toEqual(
    expect.arrayContaining(['api_key', 'client', 'user']),
  );
  const verified = await lena.get(`${organization}/audit-logs/verify`);
  expect(verified).toMatchObject({ status: 200, body: { intact: true } });
});

it.each([
  ['paula', `${organization}/workspaces`, 4],
  ['ingrid', `${organization}/workspaces`, 1],
  ['sam', `${organization}/workspaces`, 2],
])('the demo shows %s what they may see', async (person, path, count) => {
  expect(await listOf(await demo.signIn(person), path, 'workspaces')).toHaveLength(count);
});

it('every provider of the demo is configured', () => {
  expect(providers).toHaveLength(20);
  expect(providers.every(({ configured }) => configured)).toBe(true);
});

it('the start page of the demo connects each of the twenty providers with the credentials that it shows', async () => {
  const page = await (await fetch(demo.startPage)).text();
  const outcomes: string[] = [];
  for (const provider of providers)
    outcomes.push(`${provider.name}: ${await connectAsShown(demo, page, provider)}`);
  expect(outcomes).toEqual(providers.map(({ name }) => `${name}: connected`));
  const tried = await integrationsOf('playground');
  expect(tried).toHaveLength(20);
  expect(valuesOf(tried, ({ status }) => status)).toEqual(['active']);
  expect((await (await fetch(demo.startPage)).text()).match(/Connected to /g)).toHaveLength(20);
});

/** The campaigns that the request of the start page reads, and those that the page shows. */
async function campaignsOf(startPage: string) {
  const page = await (await fetch(startPage)).text();
  const request = /<code>(curl [^<]+)<\/code>/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { stdout } = await promisify(execFile)('sh', ['-c', `${request} --silent`]);
  const { data } = JSON.parse(stdout) as { data: readonly { name: string; status: string }[] };
  const shown = [...page.matchAll(/<tr><td>([^<]+)<\/td><td>([^<]+)<\/td><\/tr>/g)];
  return { read: data.map(({ name, status }) => [name, status]), shown: shown.map((row) => row.slice(1)) };
}

it('the start page of the demo shows campaigns that its request reads, and the entry in the trail', async () => {
  const { read, shown } = await campaignsOf(demo.startPage);
  expect(read).toHaveLength(3);
  expect(shown).toEqual(read);
  const text = async () => (await fetch(demo.startPage)).text();
  await expect.poll(text, { timeout: 30_000 }).toContain('<code>integration.used</code>');
});

it('the start page of the demo leads to a new link where the one before was used', async () => {
  const first = await locationOf(`${demo.startPage}/connect/criteo`);
  expect((await locationOf(`${demo.startPage}/connect/criteo`)).href).toBe(first.href);
  expect((await demo.api.get(`/v1${first.pathname}`)).status).toBe(200);
  expect(await integrationsOf('playground')).toHaveLength(20);
});

it('the start page of the demo has no other paths', async () => {
  for (const path of ['/sign-in/nobody', '/connect/nothing', '/favicon.ico', '//'])
    expect([404, 500]).toContain((await fetch(`${demo.startPage}${path}`)).status);
  expect((await fetch(demo.startPage)).status).toBe(200);
});

it('the start page of the demo lets no page of another website press its buttons', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  for (const path of ['/sign-in/lena', '/connect/criteo'])
    expect((await fetch(`${demo.startPage}${path}`, { headers, redirect: 'manual' })).status).toBe(403);
  expect((await fetch(demo.startPage, { headers })).status).toBe(200);
});

describe('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it('the pages of the simulated providers are accessible in the light and the dark scheme', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const connectUrl = await locationOf(`${demo.startPage}/connect/meta_ads`);
    const started = await demo.api.post<{ authorizationUrl: string }>(`/v1${connectUrl.pathname}/oauth`);
    for (const address of [
      demo.startPage,
      started.body.authorizationUrl,
      `http://localhost:${env['PORT']}/v1/auth/google`,
    ]) {
      await page.goto(address);
      expect(await accessibilityOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('two people sign in to the demo with the simulated Google, one after the other', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    for (const [name, email] of [
      ['Mira Yilmaz', 'mira@nordlicht.example'],
      ['Greta Holm', 'greta@hafenmuseum.example'],
    ] as const) {
      const account = page.getByRole('link', { name });
      // The provider remembers who chose an account for a second, and does not ask again.
      const isAsked = async (): Promise<boolean> => {
        await page.goto(`http://localhost:${env['PORT']}/v1/auth/google`);
        return account.isVisible();
      };
      await expect.poll(isAsked, { interval: 1_100 }).toBe(true);
      await account.click();
      await page.waitForURL((url) => url.port === env['PORTAL_PORT']);
      const [cookie] = await context.cookies(`http://localhost:${env['PORT']}`);
      const me = await demo.api.withSession(cookie?.value ?? '').get('/v1/me');
      expect(me.body).toMatchObject({ email });
    }
  });
});

it('a second start of the demo ends the first one and leaves no process', async () => {
  const postmaster = Number(
    (await readFile(`${folder.path}/postgres/data/postmaster.pid`, 'utf8')).split('\n')[0],
  );
  expect(await demo.process.stop()).toEqual({ code: 0, signal: null });
  expect(() => process.kill(postmaster, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }));
});

it('a second start of the demo makes nothing twice, and renews used links', async () => {
  demo = await startDemo(env);
  expect(demo.process.log()).not.toContain('sample data: an agency');
  lena = await demo.signIn('lena');
  const members = await listOf(lena, `${organization}/members`, 'members');
  expect(members).toHaveLength(8);
  const tried = await integrationsOf('playground');
  expect(tried).toHaveLength(20);
  expect(tried.every(({ connectLink }) => connectLink?.expired === false)).toBe(true);
  const created = (await trailOf(lena, 'nordlicht')).filter(
    ({ action }) => action === 'organization.created',
  );
  expect(created).toHaveLength(1);
});

it('a second start of the demo shows campaigns with a new key and the same grant', async () => {
  const { read, shown } = await campaignsOf(demo.startPage);
  expect(shown).toEqual(read);
  const keys = await listOf<{ name: string; status: string }>(lena, `${organization}/api-keys`, 'apiKeys');
  const live = keys.filter(({ name, status }) => name === 'Campaign table' && status === 'active');
  expect(live).toHaveLength(1);
});

it('a second start of the demo finds the connected integrations active', async () => {
  const before: string[] = [];
  const after: string[] = [];
  for (const slug of [...clients, 'playground']) {
    const active = (await integrationsOf(slug)).filter(({ status }) => status === 'active');
    for (const { id, name, status, lastError } of active) {
      const path = `${organization}/workspaces/${slug}/integrations/${id}/verify`;
      const { body } = await lena.post<Integration>(path);
      before.push(`${slug} ${name} ${status} ${lastError}`);
      after.push(`${slug} ${name} ${body.status} ${body.lastError}`);
    }
  }
  expect(before.length).toBeGreaterThan(28);
  expect(after).toEqual(before);
});
