import { colours } from '@patchbay/brand/colours';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiAt } from '../api.ts';
import { signUpOf } from '../people.ts';
import type { Platform } from '../platform.ts';
import { accessibilityOf } from '../portal/browser.ts';
import {
  linkTo,
  openGroups,
  openReference,
  type Reference,
  show,
  showOperation,
  tryIt,
} from './reference-page.ts';

interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Record<string, { readonly operationId: string }>>>;
}

const acme = signUpOf('acme-whole-reference');

let reference: Reference;
let platform: Platform;
let page: Page;
let token: string;
let document: Document;
beforeAll(async () => {
  reference = await openReference(acme);
  ({ platform, page, token } = reference);
  await page.context().clearCookies();
  document = (await (await fetch(`${platform.address}/openapi.json`)).json()) as Document;
}, 600_000);
afterAll(() => reference?.close());

/** As a computed style has it. */
const rgb = (colour: string): string =>
  `rgb(${(colour.match(/\w\w/g) ?? []).map((part) => Number.parseInt(part, 16)).join(', ')})`;

it('the reference page has no violation that axe finds, light or dark', async () => {
  expect(await accessibilityOf(page)).toEqual([]);
  await openGroups(reference);
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
    const section = await showOperation(reference, 'updateMe');
    const sample = await section.locator('pre').first().innerText();
    expect(sample).toContain(`${platform.address}/v1/me`);
    for (const part of parts) expect(sample).toMatch(part);
    await section.getByRole('button', { name: /copy/i }).first().waitFor({ state: 'attached' });
  }
});

it('the reference page calls the platform without a credential, and shows the refusal', async () => {
  const answer = await tryIt(reference, 'getMe');
  expect(answer).toContain('401 Unauthorized');
  expect(answer).toContain('application/problem+json');
});

it('the reference page calls the platform with a bearer', async () => {
  await page.locator('aside a[href$="introduction"]').click();
  await page.getByPlaceholder('Token').first().fill(token);
  const answer = await tryIt(reference, 'getMe');
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
  const answer = await tryIt(reference, 'getOrganization');
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
  const { hash } = new URL(
    (await linkTo(reference, 'listAuditLogs').getAttribute('href')) ?? '',
    platform.address,
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('about:blank');
  await show(reference, page, hash);
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
  const phone = await reference.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await show(reference, phone);
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
