import type { Page, Request } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { linkTokenFor } from '../people.ts';
import { accessibilityOf, type Scope } from './browser.ts';
import type { Portal } from './portal.ts';

/** Waits for the page with this heading. While a page loads it has the same one, which cannot get the focus. */
export const at = (page: Page, name: string): Promise<void> =>
  page
    .locator('h1[tabindex]')
    .and(page.getByRole('heading', { level: 1, name }))
    .waitFor();

/** Waits for a page of the console, which shows the organization that one is in. */
export const inConsole = (page: Page, organization: string): Promise<void> =>
  page.getByRole('button', { name: `Switch organization: ${organization}` }).waitFor();

/** The state of a page: without violations in both schemes, as wide as a phone, and with nothing to complain about. */
export async function expectWellMade(portal: Portal, page: Page, scope: Scope = {}): Promise<void> {
  const size = page.viewportSize();
  expect(await accessibilityOf(page, scope)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  if (size !== null) await page.setViewportSize(size);
  expect(portal.complaints).toEqual([]);
}

/** Opens an address of the console in the page itself, as a link in it does: nothing is loaded anew. */
export const visit = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );

/** Opens the link of a sign-in mail in the page's browser and presses the button there. */
export async function signInWith(portal: Portal, page: Page, token: string): Promise<void> {
  await page.goto(`${portal.address}/sign-in/verify?token=${token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A page of somebody who is signed in, until the test ends. The address must be one that gets a sign-in link. */
export async function openAs(portal: Portal, email: string, path = '/'): Promise<Page> {
  const token = await linkTokenFor(portal.api, portal.smtp, email);
  const page = await portal.open(`/sign-in/verify?token=${token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  if (path !== '/') await page.goto(portal.address + path);
  return page;
}

/** What the page sends to the API from now on, without preflights. */
export function requestsOf(page: Page, method: string, path: string): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) requests.push(request);
  });
  return requests;
}

/** Answers of the API that refuse or fail, from now on. */
export function refusalsOf(page: Page): string[] {
  const refusals: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400 && pathname.startsWith('/v1/'))
      refusals.push(`${response.status()} ${response.request().method()} ${pathname}`);
  });
  return refusals;
}

/**
 * As if this installation had a client of these, until the test ends: set in the page before its scripts run, because the server asks for
 * them in its own time.
 */
export async function withSignInProviders(page: Page, providers: readonly string[]): Promise<void> {
  const script = await page.addInitScript(`document.addEventListener('readystatechange', () => {
    const element = document.querySelector('meta[name="patchbay-settings"]');
    if (element === null) return;
    const signInProviders = ${JSON.stringify(providers)};
    element.content = JSON.stringify({ ...JSON.parse(element.content), signInProviders });
  })`);
  onTestFinished(() => script.dispose());
}
