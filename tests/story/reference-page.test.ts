import { colours } from '@patchbay/brand/colours';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiAt } from '../api.ts';
import { acme, signUpAndIn } from '../people.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { accessibilityOf, launchBrowser, openContext } from '../portal/browser.ts';

interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Record<string, { readonly operationId: string }>>>;
}

let platform: Platform;
let browser: Browser;
let page: Page;
let token: string;
let document: Document;
const requestedUrls: string[] = [];
const browserErrors: string[] = [];
const violations: string[] = [];

/** Opens the page in a browser without cookies and storage, and waits until the reference is shown. */
async function open(options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 }, ...options });
  await context.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`);
  const opened = await context.newPage();
  opened.on('request', (request) => requestedUrls.push(request.url()));
  opened.on('console', (message) => {
    // The browser reports every answer of 4xx as an error, and the page asks who is signed in.
    const isRefused = message.location().url === `${platform.address}/v1/me`;
    if (['error', 'warning'].includes(message.type()) && !isRefused) browserErrors.push(message.text());
  });
  opened.on('pageerror', (error) => browserErrors.push(error.message));
  await opened.goto(`${platform.address}/docs${hash}`);
  await opened.locator('section').first().waitFor();
  return opened;
}

const linkTo = (operation: string): Locator => page.locator(`aside a[href$="/${operation}"]`);

/** Opens every group of the side bar, which shows the operations of the first one only. */
async function openGroups(): Promise<void> {
  const closed = page.locator('aside button[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Shows an operation, as its link in the side bar does. */
async function show(operation: string): Promise<Locator> {
  await linkTo(operation).click();
  const section = page.locator(`section[id$="/${operation}"]`);
  await section.getByRole('button', { name: 'Test Request' }).waitFor();
  return section;
}

/** As a computed style has it. */
const rgb = (colour: string): string =>
  `rgb(${(colour.match(/\w\w/g) ?? []).map((part) => Number.parseInt(part, 16)).join(', ')})`;

const closeRequest = (): Promise<void> => page.keyboard.press('Escape');

/** Sends the example of an operation from the page; resolves with the text of the answer. */
async function tryIt(operation: string): Promise<string> {
  const section = await show(operation);
  await section.getByRole('button', { name: 'Test Request' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send' }).first().click();
  await dialog.getByText(/^\d{3} [A-Z]/).waitFor();
  const text = await dialog.innerText();
  await closeRequest();
  return text;
}

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), launchBrowser()]);
  token = await signUpAndIn(apiAt(platform.address), platform.smtp, acme);
  document = (await (await fetch(`${platform.address}/openapi.json`)).json()) as Document;
  page = await open({ colorScheme: 'light' });
  await openGroups();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

it('the reference page lists every group and operation', async () => {
  const hrefs = await page.evaluate<string[]>(
    `[...document.querySelectorAll('aside a[href*="#tag/"]')].map((link) => link.href)`,
  );
  const lastParts = hrefs.map((href) => href.slice(href.lastIndexOf('/') + 1));
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(lastParts).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)));
  const webhooks = Object.keys(document.webhooks);
  expect(lastParts).toHaveLength(operations.length + document.tags.length + webhooks.length);
});

it('the reference page shows what an operation answers', async () => {
  const section = await show('getMe');
  const statuses = (await section.getByRole('tab').allInnerTexts()).map((text) => text.slice(-3));
  expect(statuses).toEqual(expect.arrayContaining(['200', '401', '429']));
});

it('the reference page finds an operation by its id', async () => {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('combobox');
  await search.fill('createIntegration');
  const first = page.getByRole('option').first();
  await expect.poll(() => first.innerText()).toMatch(/POST.*\/workspaces\/{workspaceSlug}\/integrations$/s);
  await search.press('Enter');
  await page.waitForURL(/\/createIntegration$/);
});

it('the search of the reference page opens the result that the arrow keys have chosen', async () => {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('combobox');
  await search.fill('createIntegration');
  await search.press('ArrowDown');
  const second = page.getByRole('option').nth(1);
  await expect.poll(() => second.getAttribute('aria-selected')).toBe('true');
  const id = await second.getAttribute('id');
  await search.press('Enter');
  await page.waitForURL((url) => id?.endsWith(decodeURIComponent(url.hash.slice(1))) ?? false);
});

it('the reference page begins with the guides, integrations and the connect flow', async () => {
  const groups = await page.evaluate<string[]>(
    `[...document.querySelectorAll('aside a[href*="#tag/"]')].map((link) => link.hash).filter((hash) => hash.split('/').length === 2)`,
  );
  expect(groups.slice(0, 2)).toEqual(['#tag/integrations', '#tag/connect']);
  for (const name of ['Quickstart', 'Credentials', 'Errors and idempotency', 'Connect in your product'])
    await page.getByRole('heading', { name }).first().waitFor();
});

it('the reference page says that nobody is signed in, and has a link to sign in', async () => {
  const status = page.locator('#caller');
  await expect.poll(() => status.innerText()).toBe('Not signed in: paste a key, or sign in');
  expect(await status.getByRole('link').getAttribute('href')).toBe(`${platform.portal}/sign-in`);
});

it('the reference page says who is signed in, and requests have their slugs and no filter', async () => {
  const api = apiAt(platform.address);
  const person = {
    email: 'bo@nordlicht.example',
    name: 'Bo',
    organizationName: 'Nordlicht',
    organizationSlug: 'nordlicht',
  };
  const session = await signUpAndIn(api, platform.smtp, person);
  const workspaces = '/v1/organizations/nordlicht/workspaces';
  await api.withSession(session).post(workspaces, { name: 'Spring', slug: 'spring' });
  const cookie = { name: 'patchbay_session', value: session, domain: 'localhost', path: '/' };
  const rest = { expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const };
  const storageState = { cookies: [{ ...cookie, ...rest }], origins: [] };
  const opened = await open({ storageState }, '#tag/integrations/listIntegrations');
  await expect.poll(() => opened.locator('#caller').innerText()).toBe('Signed in as bo@nordlicht.example');
  // The page does not wait long for slugs: if they came too late, the next load has them.
  await expect
    .poll(async () => {
      const guide = opened.getByText('$ORG/workspaces/').first();
      await guide.waitFor({ state: 'attached' });
      const text = await guide.textContent();
      if (!text?.includes('workspaces/spring')) await opened.reload();
      return text;
    })
    .toContain('$ORG/workspaces/spring');
  const section = opened.locator('section[id$="/listIntegrations"]');
  const address = `${platform.address}${workspaces}/spring/integrations`;
  await expect
    .poll(async () => (await section.locator('pre').first().innerText()).split(' ')[1])
    .toBe(address);
  await section.getByRole('button', { name: 'Test Request' }).click();
  await opened.getByRole('dialog').getByRole('button', { name: 'Send' }).first().click();
  await opened.getByRole('dialog').getByText('200 OK').first().waitFor();
  expect(requestedUrls).toContain(address);
  await opened.context().close();
});

it('the guides of the reference page have slugs that contain those of the examples, and keep the address of the API', async () => {
  const context = await openContext(browser);
  await context.route('**/v1/me', (route) => route.fulfill({ json: { email: 'bo@north.example' } }));
  const organizations = [{ slug: 'brand-campaigns-ltd' }];
  await context.route('**/v1/organizations', (route) => route.fulfill({ json: { organizations } }));
  const workspaces = [{ slug: 'acme-2' }];
  await context.route('**/v1/organizations/*/workspaces', (route) => route.fulfill({ json: { workspaces } }));
  await context.route('**/openapi.json', async (route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill({ body: text.replaceAll(platform.address, 'https://acme-api.example') });
  });
  const opened = await context.newPage();
  await opened.goto(`${platform.address}/docs`);
  for (const text of [
    'ORG=https://acme-api.example/v1/organizations/brand-campaigns-ltd',
    'WORKSPACE=$ORG/workspaces/acme-2',
    "{ orgSlug: 'brand-campaigns-ltd', workspaceSlug: 'acme-2' }",
    '"workspaceSlug": "acme-2"',
  ])
    await opened.getByText(text).first().waitFor({ state: 'attached' });
  expect(await opened.getByText(/organizations\/acme\b/).count()).toBe(0);
  await context.close();
});

it('the reference page does not wait for an answer about who is signed in that never comes', async () => {
  const context = await openContext(browser);
  await context.route('**/v1/me', () => undefined);
  const opened = await context.newPage();
  await opened.goto(`${platform.address}/docs`);
  await opened.locator('section').first().waitFor();
  expect(await opened.locator('#caller').innerText()).toBe('');
  await context.close();
});

it.each([
  ['Shell', [/^curl \S+\/v1\/me /, /--request PATCH/, /--header 'Authorization: Bearer /]],
  ['TypeScript', [/^fetch\('\S+\/v1\/me'/, /method: 'PATCH'/, /Authorization: 'Bearer /]],
  ['Python', [/^requests\.patch\("\S+\/v1\/me"/, /"Authorization": "Bearer /, /json=/]],
])('the reference page has samples to copy in %s', async (language, parts) => {
  await page.locator('aside a[href$="introduction"]').click();
  await page.getByRole('tab', { name: language }).click();
  const section = await show('updateMe');
  const sample = await section.locator('pre').first().innerText();
  expect(sample).toContain(`${platform.address}/v1/me`);
  for (const part of parts) expect(sample).toMatch(part);
  await section.getByRole('button', { name: /copy/i }).first().waitFor({ state: 'attached' });
});

it('the reference page calls the platform with a bearer, and keeps it no longer than the tab', async () => {
  await page.locator('aside a[href$="introduction"]').click();
  await page.getByPlaceholder('Token').first().fill(token);
  const answer = await tryIt('getMe');
  expect(answer).toContain('200 OK');
  expect(answer).toContain(acme.email);
  const stored = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
  expect(stored).not.toContain(token);
  await page.reload();
  await page.getByPlaceholder('Token').first().waitFor();
  expect(await page.getByPlaceholder('Token').first().inputValue()).toBe('');
  await openGroups();
});

it('the reference page calls the platform without a credential, and shows the refusal', async () => {
  const answer = await tryIt('getMe');
  expect(answer).toContain('401 Unauthorized');
  expect(answer).toContain('application/problem+json');
});

it('the reference page calls the platform with the session cookie, also to change something', async () => {
  const cookie = { name: 'patchbay_session', value: token, url: platform.address, httpOnly: true };
  await page.context().addCookies([cookie]);
  const answer = await tryIt('updateMe');
  expect(answer).toContain('200 OK');
  expect(answer).toContain('Ada Lovelace');
  await page.context().clearCookies();
});

it('the reference page calls the platform with an API key', async () => {
  const { body } = await apiAt(platform.address)
    .withSession(token)
    .post<{ key: string }>('/v1/organizations/acme/api-keys', {
      name: 'Reference',
      level: 'organization',
      role: 'viewer',
    });
  await page.locator('aside a[href$="introduction"]').click();
  await page
    .getByRole('button', { name: /Auth Type/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'apiKey' }).click();
  await page.getByRole('option', { name: 'bearer' }).click();
  await page.getByRole('heading', { name: 'Patchbay API' }).click();
  await page.getByLabel('Value').first().fill(body.key);
  const answer = await tryIt('getOrganization');
  expect(answer).toContain('200 OK');
  expect(answer).toContain(acme.organizationName);
});

it('the reference page leads to an operation by its address', async () => {
  const hash = new URL((await linkTo('listAuditLogs').getAttribute('href')) ?? '', platform.address).hash;
  const opened = await open({}, hash);
  const heading = opened.locator('section[id$="/listAuditLogs"]').getByRole('heading').first();
  await heading.waitFor();
  await expect.poll(async () => (await heading.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 900).toBeLessThan(900);
  expect(await opened.locator('aside a[aria-current="page"]').getAttribute('href')).toBe(hash);
  expect(await opened.title()).toMatch(/ · Patchbay API$/);
  await opened.context().close();
});

it('the reference page says that the document is refused, and shows it as soon as it is not', async () => {
  const context = await openContext(browser);
  let requests = 0;
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>();
  await context.route('**/openapi.json', async (route) => {
    requests += 1;
    if (requests === 1) return route.fulfill({ status: 503, headers: { 'retry-after': '2' } });
    await isRead;
    return route.continue();
  });
  const opened = await context.newPage();
  await opened.goto(`${platform.address}/docs`);
  const status = opened.locator('#reference p[role=status]');
  await expect.poll(() => status.innerText()).toMatch(/refused with status 503.*again in 2 seconds/);
  expect(await status.getByRole('link').getAttribute('href')).toBe('/openapi.json');
  goOn();
  await opened.locator('section').first().waitFor();
  expect(await status.count()).toBe(0);
  await context.close();
});

it('the reference page says that its script did not load', async () => {
  const context = await openContext(browser);
  await context.route('**/docs/scalar.js', (route) => route.fulfill({ status: 503 }));
  const opened = await context.newPage();
  await opened.goto(`${platform.address}/docs`);
  const status = opened.locator('#reference p[role=status]');
  await expect.poll(() => status.innerText()).toContain('A script of this page could not be loaded');
  await context.close();
});

it('the reference page is dark or light as the system is, and can be switched', async () => {
  const dark = await open({ colorScheme: 'dark' });
  const ground = () => dark.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>;
  expect(await ground()).toBe(rgb(colours.dark.surface));
  await dark.locator('.darklight-reference button').click();
  await expect.poll(ground).toBe(rgb(colours.light.surface));
  await dark.context().close();
  const light = 'getComputedStyle(document.body).backgroundColor';
  expect(await page.evaluate(light)).toBe(rgb(colours.light.surface));
});

it('the reference page has no violation that axe finds, light or dark', async () => {
  const opened = await open();
  expect(await accessibilityOf(opened)).toEqual([]);
  await opened.context().close();
});

it('the reference page is usable on a phone', async () => {
  const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const width = () => phone.evaluate('document.documentElement.scrollWidth') as Promise<number>;
  expect(await width()).toBeLessThanOrEqual(390);
  await phone.getByRole('button', { name: /menu/i }).first().tap();
  await phone
    .getByRole('button', { name: /search/i })
    .first()
    .tap();
  await phone.getByRole('dialog').getByRole('combobox').fill('getMe');
  await phone.getByRole('dialog').getByRole('option').first().tap();
  await phone.waitForURL(/\/getMe$/);
  await phone.locator('section[id$="/getMe"]').getByRole('button', { name: 'Test Request' }).waitFor();
  expect(await width()).toBeLessThanOrEqual(390);
  await phone.context().close();
});

it('the reference page shows no link, mark or button of its vendor', async () => {
  expect(await page.locator('a[href*="scalar.com"]:visible').count()).toBe(0);
  expect(
    await page
      .getByText(/scalar/i)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  const buttons = (await page.getByRole('button').allInnerTexts()).join('\n');
  expect(buttons).not.toMatch(/ask ai|open api client|share|deploy|mcp/i);
});

it('the reference page requests nothing from other hosts, and the browser reports no error and no violation of the policy', () => {
  expect(requestedUrls.length).toBeGreaterThan(3);
  expect(
    requestedUrls.filter((url) => !url.startsWith(platform.address) && !url.startsWith('data:')),
  ).toEqual([]);
  expect(violations).toEqual([]);
  expect(browserErrors).toEqual([]);
});
