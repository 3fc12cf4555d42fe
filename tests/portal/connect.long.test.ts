import { createSimulators } from '@patchbay/testing/ad-providers';
import type { Fault } from '@patchbay/testing/ad-providers/simulator';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acme } from '../people.ts';
import { accessibilityOf } from './browser.ts';
import { type ConnectLinks, type LinkOptions, markedProvider, startConnectLinks } from './connect-links.ts';
import type { Portal } from './portal.ts';

const google = 'google_ads';
const tradeDesk = 'the_trade_desk';
const apiToken = 'ttd-long-lived-token';

let links: ConnectLinks;
let portal: Portal;

beforeAll(async () => {
  links = await startConnectLinks();
  portal = links.portal;
}, 600_000);
afterAll(() => links?.stop());
afterEach(() => {
  for (const provider of [google, tradeDesk]) portal.providers.of(provider).fail();
  const complaints = portal.complaints.splice(0);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const textOf = (page: Page) => page.locator('main').innerText();
const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

function faultOf(provider: string, wanted: (fault: Fault) => boolean): Fault {
  const fault = portal.providers.of(provider).simulator.faults.find(wanted);
  if (fault === undefined) throw new Error(`${provider} has no such fault`);
  return fault;
}

/** What axe finds in both schemes, a page that is wider than a phone, and the token of the link in a place that others see. */
async function wrongWith(page: Page, secret?: string): Promise<string[]> {
  const found = await accessibilityOf(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
  if (width > 360) found.push(`${width} px wide`);
  if (size !== null) await page.setViewportSize(size);
  const places = {
    address: page.url(),
    referrer: await page.evaluate('document.referrer'),
    log: portal.log(),
  };
  for (const [place, text] of Object.entries(places))
    if (secret !== undefined && String(text).includes(secret)) found.push(`the token is in the ${place}`);
  return found;
}

/** So that no account is left to choose. */
const named = { settings: { customerId: '2345678901' } };

/** Opens the link of a new integration at Google. */
async function openConsent(options: LinkOptions = {}): Promise<{ page: Page; id: string; token: string }> {
  const { id, path, token: secret } = await links.create(google, { ...named, ...options });
  const page = await portal.open(path);
  await heading(page, 'Connect Google Ads');
  return { page, id, token: secret };
}

/** The consent page is left as a person leaves it who does not agree. */
const decline = (page: Page) =>
  page.route(
    ({ pathname }) => pathname.includes('/o/oauth2/'),
    (route) => route.continue({ headers: { ...route.request().headers(), 'x-decline': 'yes' } }),
  );

it('the page of a connect link works again after a reload, from the storage of the tab', async () => {
  const { page } = await openConsent();
  await page.reload();
  await heading(page, 'Connect Google Ads');
  expect(new URL(page.url()).pathname).toBe('/connect');
});

it('the page of a connect link shows the form of each provider, with every field and the host of every consent', async () => {
  const page = await portal.open('/nowhere');
  const wrong: string[] = [];
  // A phone: what is to be done is on its first screen, or begins there.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { provider } of createSimulators()) {
    const link = await links.create(provider, { name: `All: ${provider}` });
    const { body } = await portal.api.get<{
      providerName: string;
      authMethod: string;
      connectFields: { label: string; group?: string }[];
    }>(`/v1/connect/${link.token}`);
    await page.goto(new URL(link.path, portal.address).href);
    await heading(page, `Connect ${body.providerName}`);
    const chosen = body.connectFields.find(({ group }) => group !== undefined)?.group;
    for (const { label, group } of body.connectFields) {
      const count = await page.getByLabel(label, { exact: true }).count();
      if (count !== (group === undefined || group === chosen ? 1 : 0))
        wrong.push(`${provider}: ${label} is there ${count} times`);
    }
    if (body.authMethod === 'oauth') {
      const host = /agree at ([a-z0-9.-]+) and/.exec(await textOf(page))?.[1] ?? 'none';
      const started = await portal.api.post<{ authorizationUrl: string }>(`/v1/connect/${link.token}/oauth`);
      // Simulators have the real host in the path.
      const consentHost = new URL(started.body.authorizationUrl).pathname.split('/')[3] ?? '';
      if (!`.${consentHost}`.endsWith(`.${host}`)) wrong.push(`${provider}: ${consentHost}, not ${host}`);
    }
    wrong.push(...(await accessibilityOf(page)).map((finding) => `${provider}: ${finding}`));
    const drawn = await page.evaluate<number | undefined>('document.querySelector("main img")?.naturalWidth');
    if (drawn !== (provider === markedProvider ? 8 : undefined)) wrong.push(`${provider}: mark ${drawn}`);
    const begin = await topOf(page.locator('form label[for], form [type=submit]').first());
    const action = await topOf(page.locator('form [type=submit]'));
    if (body.connectFields.length > 0 && begin >= 640) wrong.push(`${provider}: a field at ${begin} px`);
    if (action >= 900) wrong.push(`${provider}: the action at ${action} px`);
  }
  expect(wrong).toEqual([]);
}, 300_000);

it('a consent connects, and shows the account', async () => {
  const { page, id, token: secret } = await openConsent();
  await press(page, 'Continue to Google');
  await heading(page, 'Google Ads is connected');
  expect(await textOf(page)).toContain('Nordlicht Shop');
  expect(page.url()).toBe(`${portal.address}/connect/outcome?outcome=connected`);
  expect(await links.statusOf(id)).toBe('active');
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(secret);
  expect(await wrongWith(page, secret)).toEqual([]);
  await page.reload();
  await heading(page, 'Google Ads is connected');
  expect(await textOf(page)).toContain('Nordlicht Shop');
  // Back to the page of the link, which is used: it says what became of it.
  await page.goBack();
  await heading(page, 'Google Ads is connected');
  expect(page.url()).not.toContain(secret);
});

it('a consent that is declined changes nothing, and can be begun again', async () => {
  const { page, token: secret } = await openConsent();
  await decline(page);
  await press(page, 'Continue to Google');
  await heading(page, 'Nothing was connected');
  expect(await textOf(page)).toContain(`let ${acme.name} (${acme.email}) know.`);
  expect(await wrongWith(page, secret)).toEqual([]);
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Back to the request' }).click();
  await heading(page, 'Connect Google Ads');
  await press(page, 'Continue to Google');
  await heading(page, 'Google Ads is connected');
});

it('a link that is left for later leads back to the return address', async () => {
  const { page, id } = await openConsent({ returnUrl: `${portal.address}/nowhere?client=7` });
  await press(page, 'Not now');
  await page.waitForURL(/\/nowhere\?/);
  expect(page.url()).toBe(`${portal.address}/nowhere?client=7&status=declined&integrationId=${id}`);
  expect(await links.statusOf(id)).toBe('pending');
});

it('a consent that the provider refuses for good shows the reason', async () => {
  const { page, token: secret } = await openConsent();
  portal.providers.of(google).fail(faultOf(google, ({ reason }) => reason === 'no_accounts'));
  await press(page, 'Continue to Google');
  await heading(page, "That didn't work");
  expect(await textOf(page)).toContain('Google Ads shows no account for this login');
  expect(await textOf(page)).toMatch(/Request [0-9a-f-]{36}/);
  expect(new URL(page.url()).hash).toBe('');
  expect(await wrongWith(page, secret)).toEqual([]);
  portal.providers.of(google).fail();
  await page.getByRole('link', { name: 'Try again' }).click();
  await heading(page, 'Connect Google Ads');
  // Nothing was ever connected that could have stopped working.
  expect(await textOf(page)).not.toContain('stopped working');
  expect(await wrongWith(page, secret)).toEqual([]);
});

it('a consent is begun once by a double click, and can be begun again after the Back button', async () => {
  const { page } = await openConsent();
  let begun = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/oauth')) begun += 1;
  });
  const release = portal.providers.of(google).hold();
  await page.getByRole('button', { name: 'Continue to Google' }).dblclick();
  await expect.poll(() => portal.providers.of(google).requests.at(-1)?.url).toMatch(/auth$/);
  expect(begun).toBe(1);
  release();
  await heading(page, 'Google Ads is connected');
  const again = await links.create(google, named);
  await page.goto(new URL(again.path, portal.address).href);
  await heading(page, 'Connect Google Ads');
  await page.route(
    ({ pathname }) => pathname.includes('/o/oauth2/'),
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>Consent</title><h1>Consent</h1>' }),
  );
  await press(page, 'Continue to Google');
  await heading(page, 'Consent');
  await page.unrouteAll();
  await page.goBack();
  await heading(page, 'Connect Google Ads');
  await press(page, 'Continue to Google');
  await heading(page, 'Google Ads is connected');
});

describe('a form', () => {
  const open = async (options: { returnUrl?: string } = {}) => {
    const link = await links.create(tradeDesk, options);
    const page = await portal.open(link.path);
    await heading(page, 'Connect The Trade Desk');
    return { page, ...link };
  };
  const secretField = (page: Page, label: string) => page.getByLabel(label, { exact: true });

  it('a form leads to the return address with the parameters of a consent', async () => {
    const { page, id } = await open({ returnUrl: `${portal.address}/nowhere?client=7` });
    const { host } = new URL(portal.address);
    expect(await textOf(page)).toContain(`then take you to ${host}.`);
    await secretField(page, 'API token').fill(apiToken);
    await press(page, 'Connect');
    const address = `${portal.address}/nowhere?client=7&status=connected&integrationId=${id}`;
    await page.waitForURL(address);
    // Somebody who finds the way to the page of the link is told how it ended, and led on.
    await page.goto(`${portal.address}/connect`);
    await heading(page, 'The Trade Desk is connected');
    const link = page.getByRole('link', { name: `Continue to ${host}` });
    expect(await link.getAttribute('href')).toBe(address);
  });

  it('a form connects, shows the account, and keeps nothing that was typed', async () => {
    const { page, id, token } = await open();
    await secretField(page, 'API token').fill(apiToken);
    expect(await wrongWith(page, token)).toEqual([]);
    await press(page, 'Connect');
    await heading(page, 'The Trade Desk is connected');
    expect(await textOf(page)).toContain('Nordlicht Media');
    expect(await links.statusOf(id)).toBe('active');
    expect(await page.content()).not.toContain(apiToken);
    expect(await page.evaluate('JSON.stringify([sessionStorage, localStorage])')).not.toContain(apiToken);
    expect(await wrongWith(page, token)).toEqual([]);
    await page.reload();
    await page.getByText("You're all set and can close this tab.").waitFor();
    expect(portal.log()).not.toContain(apiToken);
    // The page of the success is in the place of the form.
    await page.goBack();
    expect(page.url()).not.toContain('/connect');
  });

  it('a form shows why the provider refused, keeps what was typed, and can be sent again', async () => {
    const { page, token } = await open();
    portal.providers.of(tradeDesk).fail(faultOf(tradeDesk, ({ name }) => name === 'the token is refused'));
    await secretField(page, 'API token').fill(apiToken);
    await press(page, 'Connect');
    await page.getByText("The Trade Desk didn't accept this").waitFor();
    expect(await textOf(page)).toContain("The Trade Desk doesn't recognize what you entered");
    expect(await secretField(page, 'API token').inputValue()).toBe(apiToken);
    expect(await wrongWith(page, token)).toEqual([]);
    portal.providers.of(tradeDesk).fail();
    // It says nothing about another alternative.
    await page.getByRole('radio', { name: 'With API login and API password' }).check();
    await page.getByText("The Trade Desk didn't accept this").waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'With API token' }).check();
    await press(page, 'Connect');
    await heading(page, 'The Trade Desk is connected');
  });

  it('a form says that it may work later where the provider cannot be reached', async () => {
    const { page, token } = await open();
    portal.providers.of(tradeDesk).fail(faultOf(tradeDesk, ({ name }) => name === 'a page of another kind'));
    await secretField(page, 'API token').fill(apiToken);
    await press(page, 'Connect');
    await page.getByText("That didn't work yet").waitFor();
    expect(await textOf(page)).toContain('Your link still works.');
    expect(await secretField(page, 'API token').inputValue()).toBe(apiToken);
    expect(await wrongWith(page, token)).toEqual([]);
  });
});
