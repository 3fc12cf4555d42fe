import { colours } from '@patchbay/brand/colours';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAt } from '../api.ts';
import { signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { accessibilityOf, closePages, openContext, sharedBrowser } from '../portal/browser.ts';

interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Record<string, { readonly operationId: string }>>>;
}

const acme = signUpOf('acme-reference');
const workspaces = `/v1/organizations/${acme.organizationSlug}/workspaces`;

let platform: Platform;
let browser: Browser;
let page: Page;
let token: string;
let document: Document;
const requestedUrls: string[] = [];
const browserErrors: string[] = [];
const violations: string[] = [];

/** A page whose requests and errors are kept. Nothing is opened there yet. */
async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
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
  return opened;
}

/** Opens the page, and waits until the reference is shown. */
async function show(opened: Page, hash = ''): Promise<void> {
  await opened.goto(`${platform.address}/docs${hash}`);
  await opened.locator('section').first().waitFor();
}

const linkTo = (operation: string): Locator => page.locator(`aside a[href$="/${operation}"]`);

/** Opens every group of the side bar, which shows the operations of the first one only. */
const openGroups = (): Promise<void> =>
  page.evaluate(`(async () => {
    const closed = () => document.querySelectorAll('aside button[aria-expanded="false"]');
    while (closed().length > 0) {
      for (const button of closed()) button.click();
      await new Promise(requestAnimationFrame);
    }
  })()`);

/** Shows an operation, as its link in the side bar does. */
async function showOperation(operation: string): Promise<Locator> {
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
  const section = await showOperation(operation);
  await section.getByRole('button', { name: 'Test Request' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send' }).first().click();
  await dialog.getByText(/^\d{3} [A-Z]/).waitFor();
  const text = await dialog.innerText();
  await closeRequest();
  return text;
}

const cookieOf = (value: string) => ({
  name: 'patchbay_session',
  value,
  url: platform.address,
  httpOnly: true,
});

beforeAll(async () => {
  [platform, browser] = await Promise.all([sharedPlatform(), sharedBrowser()]);
  const api = apiAt(platform.address);
  token = await signUpAndIn(api, platform.smtp, acme);
  await api.withSession(token).post(workspaces, { name: 'Spring', slug: 'spring' });
  document = (await (await fetch(`${platform.address}/openapi.json`)).json()) as Document;
  page = await newPage({ colorScheme: 'light' });
  await page.context().addCookies([cookieOf(token)]);
  // The page waits five seconds for the slugs of the caller; a slow machine may take longer.
  await page.addInitScript(`const wait = setTimeout;
    globalThis.setTimeout = (work, ms, ...more) => wait(work, ms === 5_000 ? 600_000 : ms, ...more)`);
  await show(page);
}, 600_000);
afterAll(() => closePages(browser));

it('the reference page has no violation that axe finds, light or dark', async () => {
  expect(await accessibilityOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await openGroups();
});

it('the reference page says who is signed in, and requests have their slugs and no filter', async () => {
  await expect.poll(() => page.locator('#caller').innerText()).toBe(`Signed in as ${acme.email}`);
  const guide = page.getByText('$ORG/workspaces/').first();
  await guide.waitFor({ state: 'attached' });
  expect(await guide.textContent()).toContain('$ORG/workspaces/spring');
  const section = await showOperation('listIntegrations');
  const address = `${platform.address}${workspaces}/spring/integrations`;
  await expect
    .poll(async () => (await section.locator('pre').first().innerText()).split(' ')[1])
    .toBe(address);
  expect(await tryIt('listIntegrations')).toContain('200 OK');
  expect(requestedUrls).toContain(address);
});

it('the reference page calls the platform with the session cookie, also to change something', async () => {
  const answer = await tryIt('updateMe');
  expect(answer).toContain('200 OK');
  expect(answer).toContain('Ada Lovelace');
  await page.context().clearCookies();
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
  const section = await showOperation('getMe');
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

it('the reference page has samples to copy in shell, TypeScript and Python', async () => {
  for (const [language, parts] of [
    ['Shell', [/^curl \S+\/v1\/me /, /--request PATCH/, /--header 'Authorization: Bearer /]],
    ['TypeScript', [/^fetch\('\S+\/v1\/me'/, /method: 'PATCH'/, /Authorization: 'Bearer /]],
    ['Python', [/^requests\.patch\("\S+\/v1\/me"/, /"Authorization": "Bearer /, /json=/]],
  ] as const) {
    await page.locator('aside a[href$="introduction"]').click();
    await page.getByRole('tab', { name: language }).click();
    const section = await showOperation('updateMe');
    const sample = await section.locator('pre').first().innerText();
    expect(sample).toContain(`${platform.address}/v1/me`);
    for (const part of parts) expect(sample).toMatch(part);
    await section.getByRole('button', { name: /copy/i }).first().waitFor({ state: 'attached' });
  }
});

it('the reference page calls the platform without a credential, and shows the refusal', async () => {
  const answer = await tryIt('getMe');
  expect(answer).toContain('401 Unauthorized');
  expect(answer).toContain('application/problem+json');
});

it('the reference page calls the platform with a bearer', async () => {
  await page.locator('aside a[href$="introduction"]').click();
  await page.getByPlaceholder('Token').first().fill(token);
  const answer = await tryIt('getMe');
  expect(answer).toContain('200 OK');
  expect(answer).toContain(acme.email);
});

it('the reference page calls the platform with an API key', async () => {
  const { body } = await apiAt(platform.address)
    .withSession(token)
    .post<{ key: string }>(`/v1/organizations/${acme.organizationSlug}/api-keys`, {
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

/** The second load: the same tab is loaded again in the dark scheme, at the address of an operation. */
it('the reference page leads to an operation by its address, and keeps a credential no longer than the load', async () => {
  const stored = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
  expect(stored).not.toContain(token);
  const { hash } = new URL((await linkTo('listAuditLogs').getAttribute('href')) ?? '', platform.address);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('about:blank');
  await show(page, hash);
  const heading = page.locator('section[id$="/listAuditLogs"]').getByRole('heading').first();
  await heading.waitFor();
  await expect.poll(async () => (await heading.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 900).toBeLessThan(900);
  expect(await page.locator('aside a[aria-current="page"]').getAttribute('href')).toBe(hash);
  expect(await page.title()).toMatch(/ · Patchbay API$/);
  expect(await page.getByPlaceholder('Token').first().inputValue()).toBe('');
});

it('the reference page is dark or light as the system is, and can be switched', async () => {
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>;
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).toBe(rgb(colours.light.surface));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).toBe(rgb(colours.dark.surface));
  await page.locator('.darklight-reference button').click();
  await expect.poll(ground).toBe(rgb(colours.light.surface));
});

it('the reference page is usable on a phone', async () => {
  const phone = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await show(phone);
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

it('the reference page requests nothing from other hosts, and the browser reports no error and no violation of the policy', () => {
  expect(requestedUrls.length).toBeGreaterThan(3);
  expect(
    requestedUrls.filter((url) => !url.startsWith(platform.address) && !url.startsWith('data:')),
  ).toEqual([]);
  expect(violations).toEqual([]);
  expect(browserErrors).toEqual([]);
});

describe('before the reference is shown', () => {
  /** A page with a script in place of Scalar's that keeps what it is given. */
  async function pageWithoutScalar(): Promise<Page> {
    const opened = await newPage();
    const body = `globalThis.Scalar = { createApiReference(place, given) {
      globalThis.given = given;
      document.querySelector(place).append(document.createElement('section'));
    } }`;
    await opened.route('**/docs/scalar.js', (route) =>
      route.fulfill({ body, contentType: 'text/javascript' }),
    );
    return opened;
  }
  const isShown = (opened: Page): Promise<void> =>
    opened.locator('section').first().waitFor({ state: 'attached' });

  it('the reference page says that nobody is signed in, and has a link to sign in', async () => {
    const opened = await pageWithoutScalar();
    await opened.goto(`${platform.address}/docs`);
    const status = opened.locator('#caller');
    await expect.poll(() => status.innerText()).toBe('Not signed in: paste a key, or sign in');
    expect(await status.getByRole('link').getAttribute('href')).toBe(`${platform.portal}/sign-in`);
    await opened.context().close();
  });

  it('the guides of the reference page have slugs that contain those of the examples, and keep the address of the API', async () => {
    const opened = await pageWithoutScalar();
    await opened.route('**/v1/me', (route) => route.fulfill({ json: { email: 'bo@north.example' } }));
    const organizations = [{ slug: 'brand-campaigns-ltd' }];
    await opened.route('**/v1/organizations', (route) => route.fulfill({ json: { organizations } }));
    await opened.route('**/v1/organizations/*/workspaces', (route) =>
      route.fulfill({ json: { workspaces: [{ slug: 'acme-2' }] } }),
    );
    await opened.route('**/openapi.json', async (route) => {
      const text = await (await route.fetch()).text();
      await route.fulfill({ body: text.replaceAll(platform.address, 'https://acme-api.example') });
    });
    await opened.goto(`${platform.address}/docs`);
    await isShown(opened);
    const description = await opened.evaluate<string>('given.content.info.description');
    for (const text of [
      'ORG=https://acme-api.example/v1/organizations/brand-campaigns-ltd',
      'WORKSPACE=$ORG/workspaces/acme-2',
      "{ orgSlug: 'brand-campaigns-ltd', workspaceSlug: 'acme-2' }",
    ])
      expect(description).toContain(text);
    expect(description).not.toMatch(/organizations\/acme\b/);
    expect(await opened.evaluate('JSON.stringify(given.content.paths)')).toContain(
      '"workspaceSlug":"acme-2"',
    );
    await opened.context().close();
  });

  it('the reference page does not wait for an answer about who is signed in that never comes', async () => {
    const opened = await pageWithoutScalar();
    await opened.clock.install();
    await opened.route('**/v1/me', () => undefined);
    await opened.goto(`${platform.address}/docs`);
    await opened.clock.fastForward(5_000);
    await isShown(opened);
    expect(await opened.locator('#caller').innerText()).toBe('');
    await opened.context().close();
  });

  it('the reference page says that the document is refused, and shows it as soon as it is not', async () => {
    const opened = await pageWithoutScalar();
    await opened.clock.install();
    let requests = 0;
    await opened.route('**/openapi.json', (route) => {
      requests += 1;
      return requests === 1
        ? route.fulfill({ status: 503, headers: { 'retry-after': '600' } })
        : route.continue();
    });
    await opened.goto(`${platform.address}/docs`);
    const status = opened.locator('#reference p[role=status]');
    await expect.poll(() => status.innerText()).toMatch(/refused with status 503.*again in 600 seconds/);
    expect(await status.getByRole('link').getAttribute('href')).toBe('/openapi.json');
    await opened.clock.fastForward(600_000);
    await isShown(opened);
    expect(await status.count()).toBe(0);
    await opened.context().close();
  });

  it('the reference page says that its script did not load', async () => {
    const opened = await newPage();
    await opened.route('**/docs/scalar.js', (route) => route.fulfill({ status: 503 }));
    await opened.goto(`${platform.address}/docs`);
    const status = opened.locator('#reference p[role=status]');
    await expect.poll(() => status.innerText()).toContain('A script of this page could not be loaded');
    await opened.context().close();
  });
});
