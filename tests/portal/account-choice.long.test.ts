import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type ConnectLinks, organization, startConnectLinks } from './connect-links.ts';
import type { Portal } from './portal.ts';
import { at, expectWellMade } from './visitor.ts';

const google = 'google_ads';

let links: ConnectLinks;
let portal: Portal;

beforeAll(async () => {
  links = await startConnectLinks();
  portal = links.portal;
}, 600_000);
afterAll(() => links?.stop());
afterEach(() => {
  portal.providers.of(google).fail();
  const complaints = portal.complaints.splice(0);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

const textOf = (page: Page) => page.locator('main').innerText();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const storageOf = (page: Page) => page.evaluate<string>('JSON.stringify(sessionStorage)');
const account = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

/** Agrees at Google with settings that name no account. */
async function agree(): Promise<{ page: Page; id: string }> {
  const { id, path } = await links.create(google);
  const page = await portal.open(path);
  await at(page, 'Connect Google Ads');
  await press(page, 'Continue to Google');
  return { page, id };
}

it('after a consent the accounts are offered, and the chosen one is kept and shown', async () => {
  const { page, id } = await agree();
  await at(page, 'Choose accounts');
  const text = await textOf(page);
  expect(text).toContain(`Which accounts may ${organization} use?`);
  expect(text).toContain('All accounts, now and later');
  expect(text).toContain('4 accounts');
  expect(text).toContain('3456789012 · customer · EUR · enabled');
  expect(page.url()).toBe(`${portal.address}/connect/outcome?outcome=connected`);
  await expectWellMade(portal, page);
  await page.reload();
  await at(page, 'Choose accounts');

  await press(page, 'Continue');
  await page.locator('p', { hasText: 'Choose at least one account.' }).waitFor();
  await expect
    .poll(() => account(page, 'Nordlicht Search').evaluate((input) => input.matches(':focus')))
    .toBe(true);
  await expectWellMade(portal, page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => account(page, 'Nordlicht Shop').isChecked()).toBe(true);
  const { choice } = JSON.parse(JSON.parse(await storageOf(page))['patchbay.connect-flow']).result;
  expect(choice.length).toBeGreaterThan(20);
  await page.keyboard.press('Enter');
  await at(page, 'Google Ads is connected');
  expect(await textOf(page)).toContain('Nordlicht Shop');
  expect(await links.settingsOf(id)).toMatchObject({ customerId: '2345678901' });
  expect(await storageOf(page)).not.toContain(choice);
  expect(portal.log()).not.toContain(choice);
  await page.reload();
  await at(page, 'Google Ads is connected');
  expect(await textOf(page)).toContain('Nordlicht Shop');
  await expectWellMade(portal, page);
});

it('accounts that cannot be read can be read again', async () => {
  const down = {
    name: 'down',
    kind: 'transient',
    shows: 'verify',
    answer: ({ body }: { readonly body: string }) =>
      body.includes('FROM customer_client') ? { status: 503 } : undefined,
  } as const;
  portal.providers.of(google).fail(down);
  const { page } = await agree();
  await at(page, "We couldn't load your accounts");
  expect(await textOf(page)).toContain("Google Ads couldn't be reached");
  expect(await textOf(page)).toContain("If you don't choose");
  // The browser reports the answer of 503.
  portal.complaints.splice(0);
  await expectWellMade(portal, page);
  await press(page, 'Try again');
  await expect.poll(() => portal.complaints.splice(0).length).toBe(1);
  portal.providers.of(google).fail();
  await press(page, 'Try again');
  await at(page, 'Choose accounts');

  await page.route(/\/accounts$/, (route) => route.abort());
  await account(page, 'Nordlicht Maps').check();
  await press(page, 'Continue');
  await page.getByText("We can't reach Patchbay.").waitFor();
  portal.complaints.splice(0);
  await expectWellMade(portal, page);
  await page.unrouteAll();
  await press(page, 'Continue');
  await at(page, 'Google Ads is connected');
  expect(await textOf(page)).toContain('Nordlicht Maps');
});
