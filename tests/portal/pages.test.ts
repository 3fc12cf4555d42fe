import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityOf } from './browser.ts';
import { type Portal, startPortal } from './portal.ts';
import { at } from './visitor.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
}, 600_000);
afterAll(() => portal?.stop());

it('a page shows its frame before a script has arrived, nothing of the frame moves afterwards, and the font is loaded once', async () => {
  const page = await portal.open('/robots.txt', { viewport: { width: 390, height: 844 } });
  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${portal.address}/sign-in`, { waitUntil: 'commit' });
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
  const boxes = () => Promise.all(['header', 'header svg'].map((part) => page.locator(part).boundingBox()));
  await page.evaluate('document.fonts.ready');
  const before = await boxes();
  expect(await accessibilityOf(page)).toEqual([]);
  arrival.resolve();
  await at(page, 'Sign in');
  expect(await boxes()).toEqual(before);
  expect(await page.getByRole('progressbar').count()).toBe(0);
  await page.evaluate('document.fonts.ready');
  const fonts = await page.evaluate<[string, string][]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
      .map(({ name, initiatorType }) => [new URL(name).pathname, initiatorType])`,
  );
  expect(fonts).toEqual([[expect.stringContaining('/inter-latin-wght-normal'), 'link']]);
  // On a phone the page has one ground from edge to edge.
  const grounds = await page.evaluate<string[]>(
    "['html', 'main'].map((part) => getComputedStyle(document.querySelector(part)).backgroundColor)",
  );
  expect(grounds[0]).toBe(grounds[1]);
  expect(portal.complaints).toEqual([]);
});

it('a connect page loads its own script besides that of all pages, less than 60 kB of scripts and styles', async () => {
  const page = await portal.open('/robots.txt');
  const loaded: { readonly name: string; readonly size: number }[] = [];
  page.on('response', (response) => {
    const [, name] = /\/assets\/([a-z-]+)-[\w-]{8}\.(?:css|js)$/.exec(response.url()) ?? [];
    if (name !== undefined) loaded.push({ name, size: Number(response.headers()['content-length']) });
  });
  await page.goto(`${portal.address}/connect/none`);
  await page.locator('h1[tabindex]').waitFor();
  expect(loaded.map(({ name }) => name).toSorted()).toEqual([
    'connect-page',
    'index',
    'not-connected',
    'shared',
    'style',
  ]);
  expect(loaded.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(60_000);
});

it('a page whose script does not arrive says so, and loads it when asked again', async () => {
  const page = await portal.open('/sign-in');
  await page.route('**/assets/sign-up-page-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Create an organization' }).click();
  await page.getByRole('heading', { level: 1, name: "We couldn't load this page" }).waitFor();
  portal.complaints.splice(0);
  await page.unroute('**/assets/sign-up-page-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await at(page, 'Create your organization');
  expect(portal.complaints).toEqual([]);
});

it('a page without JavaScript says that it needs it', async () => {
  const page = await portal.open('/sign-in', { javaScriptEnabled: false });
  await page.getByRole('heading', { level: 1, name: 'This page needs JavaScript' }).waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
});
