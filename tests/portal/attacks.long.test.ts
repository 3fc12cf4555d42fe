import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { acme, linkTokenFor, signUpAndIn } from '../people.ts';
import { type ConnectLinks, startConnectLinks } from './connect-links.ts';
import type { Portal } from './portal.ts';
import { at, inConsole, openAs, requestsOf } from './visitor.ts';

const mallory = {
  email: 'mallory@evil.example',
  name: 'Mallory',
  organizationName: 'Evil',
  organizationSlug: 'evil',
};

let links: ConnectLinks;
let portal: Portal;

beforeAll(async () => {
  links = await startConnectLinks();
  portal = links.portal;
  await signUpAndIn(portal.api, portal.smtp, mallory);
}, 600_000);
afterAll(() => links?.stop());
afterEach(() => {
  const complaints = portal.complaints.splice(0);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

const lookAtAgain = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

it('a sign-in as another person in another tab is seen in this one', async () => {
  const page = await openAs(portal, acme.email);
  await inConsole(page, 'Nordlicht Agency');
  const tab = await page.context().newPage();
  await tab.goto(
    `${portal.address}/sign-in/verify?token=${await linkTokenFor(portal.api, portal.smtp, mallory.email)}`,
  );
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await inConsole(tab, 'Evil');
  await lookAtAgain(page);
  await page.getByText("We can't find this.").waitFor();
  expect(await page.getByText('Nordlicht Agency').count()).toBe(0);

  await tab.goto(`${portal.address}/account`);
  await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
  await at(tab, "You're signed out");
  await lookAtAgain(page);
  await at(page, 'Sign in');
});

it('an answer that comes after the page was left does not lead back to the page', async () => {
  const page = await portal.open('/sign-in');
  await page.getByLabel('Email').fill('stranger@nowhere.example');
  const held = Promise.withResolvers<void>();
  await page.route('**/v1/auth/magic-link', async (route) => {
    await held.promise;
    await route.continue();
  });
  const answered = page.waitForResponse((response) => response.url().endsWith('/v1/auth/magic-link'));
  const sent = requestsOf(page, 'POST', '/v1/auth/magic-link');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('link', { name: 'Create an organization' }).click();
  await at(page, 'Create your organization');
  await page.getByLabel('Your name').fill('Ada');
  held.resolve();
  expect((await answered).status()).toBe(202);
  expect(sent).toHaveLength(1);
  await page.getByLabel('Work email').fill('ada@new.example');
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada');
  expect(new URL(page.url()).pathname).toBe('/sign-up');
});

describe('a connect link', () => {
  it.each([
    ['with slashes too many', (token: string) => `//connect//${token}/`],
    ['in upper case', (token: string) => `/CONNECT/${token}`],
  ])('a connect link %s works, and its token leaves the address', async (_, written) => {
    const { token } = await links.create('google_ads');
    const page = await portal.open('/nowhere');
    await page.goto(portal.address + written(token));
    await at(page, 'Connect Google Ads');
    expect(page.url()).toBe(`${portal.address}/connect`);
    expect(portal.log()).not.toContain(token);
  });

  it('a connect link works in a browser that lets pages store nothing', async () => {
    const { id, path } = await links.create('google_ads');
    const page = await portal.open('/nowhere');
    const script = await page.addInitScript(`Object.defineProperty(window, 'sessionStorage', {
      get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
    })`);
    onTestFinished(() => script.dispose());
    await page.goto(portal.address + path);
    await at(page, 'Connect Google Ads');
    expect(page.url()).toBe(`${portal.address}/connect`);
    await page.getByRole('button', { name: 'Continue to Google' }).click();
    // The address alone proves nothing, and the tab remembers nothing.
    await at(page, "There's nothing to show here");
    expect(await links.statusOf(id)).toBe('active');
  });
});
