import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { Exit } from '@patchbay/testing/process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, trailOf, trailWhen } from '../../api.ts';
import { accessibilityOf, launchBrowser, openContext } from '../../portal/browser.ts';
import {
  connectAsShown,
  connectBy,
  type Demo,
  demoPorts,
  launchDemo,
  type ShownProvider,
  startDemo,
} from './demo.ts';
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
  const after = await (await fetch(demo.startPage)).text();
  expect(after.match(/data-state="active">Connected</g)).toHaveLength(40);
});

it('the start page of the demo leads to a new link where the one before was used', async () => {
  const first = await locationOf(`${demo.startPage}/connect/criteo`);
  expect((await locationOf(`${demo.startPage}/connect/criteo`)).href).toBe(first.href);
  expect((await demo.api.get(`/v1${first.pathname}`)).status).toBe(200);
  expect(await integrationsOf('playground')).toHaveLength(20);
});

it('the start page of the demo has no other paths', async () => {
  for (const path of ['/withdraw', '/mail/0', '/sign-in/nobody', '/connect/nothing', '/favicon.ico', '//'])
    expect([404, 500]).toContain((await fetch(`${demo.startPage}${path}`)).status);
  expect((await fetch(demo.startPage)).status).toBe(200);
});

describe('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it('the pages of the simulated providers are accessible in the light and the dark scheme', async () => {
    const context = await openContext(browser, { viewport: { width: 360, height: 780 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const connectUrl = await locationOf(`${demo.startPage}/connect/meta_ads`);
    const started = await demo.api.post<{ authorizationUrl: string }>(`/v1${connectUrl.pathname}/oauth`);
    for (const address of [started.body.authorizationUrl, `http://localhost:${env['PORT']}/v1/auth/google`]) {
      await page.goto(address);
      expect(await accessibilityOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  const open = async (viewport = { width: 1440, height: 900 }): Promise<Page> => {
    const context = await openContext(browser, {
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    await page.goto(demo.startPage);
    await page.locator('.seal[data-state=intact]').waitFor();
    return page;
  };

  it.each([
    [1440, 2_500],
    [390, 6_000],
  ])(
    'the start page of the demo is accessible at a width of %i, at most %i high and asks no other server',
    async (width, height) => {
      const page = await open({ width, height: 844 });
      const complaints: string[] = [];
      const origins = new Set<string>();
      page.on('console', (message) => complaints.push(message.text()));
      page.on('request', (request) => origins.add(new URL(request.url()).origin));
      await page.reload();
      await page.locator('.mails iframe').waitFor();
      expect(await accessibilityOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'The Trade Desk' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await accessibilityOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      expect([...origins].filter((origin) => origin !== 'null')).toEqual([demo.startPage]);
      const size = '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]';
      const [pageWidth = 0, pageHeight = 0] = await page.evaluate<number[]>(size);
      expect(pageWidth).toBe(width);
      expect(pageHeight).toBeLessThanOrEqual(height);
      await page.context().close();
    },
  );

  it('the story on the start page ticks itself off as the trail records it', async () => {
    const page = await open();
    const steps = page.locator('.steps > li');
    const ticked = async (): Promise<number> => page.locator('.steps > .done').count();
    const newest = page.locator('.trail .entries > li').first();
    expect(await ticked()).toBe(0);

    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Be the client' }).click(),
    ]);
    await tab.waitForURL((url) => url.port === env['PORTAL_PORT']);
    await tab.close();
    await expect.poll(ticked).toBe(1);
    expect(await newest.textContent()).toContain('Integration connect link issued');

    expect(await connectBy(demo, '/story')).toBe('connected');
    await expect.poll(ticked).toBe(2);
    await page.getByRole('button', { name: 'Withdraw it' }).click();
    await expect.poll(ticked).toBe(3);
    await expect.poll(() => newest.textContent()).toContain('Integration status changed: active → error');
    expect(await page.locator('.tile[data-provider=google_ads] .state').textContent()).toBe(
      'Needs attention',
    );
    // The token stays withdrawn: only a new one mends it.
    const [integration] = (await integrationsOf('playground')).filter(
      ({ provider }) => provider === 'google_ads',
    );
    const verify = `${organization}/workspaces/playground/integrations/${integration?.id}/verify`;
    expect((await lena.post(verify)).body).toMatchObject({ status: 'error' });

    expect(await connectBy(demo, '/story')).toBe('connected');
    await expect.poll(ticked).toBe(5);
    await steps.last().getByRole('button').click();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`]);
    expect(JSON.parse(stdout)).toMatchObject({
      results: [{ campaign: { name: 'Winter of Nordlicht Search' } }],
    });
    await expect.poll(ticked).toBe(6);
    expect(await newest.textContent()).toMatch(/^Integration used.*API key pby_/);
    await page.context().close();
  });

  it('the browser finds an entry of the trail that was changed', async () => {
    const page = await open();
    const seal = page.locator('.seal');
    expect(await seal.textContent()).toMatch(
      /^Intact: this browser recomputed the hashes of all \d+ entries\.$/,
    );
    await page.getByRole('button', { name: 'Change an entry' }).click();
    await page.locator('.seal[data-state=broken]').waitFor();
    expect(await seal.textContent()).toMatch(/^Entry \d+ was changed/);
    expect(await page.locator('.trail .entries > [data-state=broken]').count()).toBe(3);
    await page.getByRole('button', { name: 'Put it back' }).click();
    await page.locator('.seal[data-state=intact]').waitFor();
    await page.context().close();
  });

  it('the start page shows mails as they look, and their buttons work', async () => {
    const page = await open();
    const mail = page.frameLocator('.mails iframe');
    await mail.getByText('has invited you to “Nordlicht Media”').waitFor();
    await page.getByRole('button', { name: 'Email Lena Brandt a sign-in link' }).click();
    await page.locator('.mails button').nth(1).waitFor();
    const button = mail.locator('a');
    await expect.poll(() => button.getAttribute('href')).toContain('/sign-in/verify?');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), button.click()]);
    await tab.waitForURL((url) => url.port === env['PORTAL_PORT']);
    await page.context().close();
  });

  it('two people sign in to the demo with the simulated Google, one after the other', async () => {
    const context = await openContext(browser);
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

it('a second start of the demo has one live key to read campaigns with', async () => {
  const keys = await listOf<{ name: string; status: string }>(lena, `${organization}/api-keys`, 'apiKeys');
  const live = keys.filter(({ name, status }) => name === 'Campaigns by curl' && status === 'active');
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
