import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, expectWellMade, holdChanges, reasonOf } from '../visitor.ts';
import { done, integrations, startWorld, type World } from './world.ts';

const list = '/o/acme/w/north/integrations';
const provider = 'the_trade_desk';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

/** An integration of the workspace, by the API; `connected` with what the simulator takes. */
async function create(name: string, { connected = false, of = provider, access = 'read' } = {}) {
  const { settings, fields } = world.portal.providers.of(of).simulator.ways[0];
  const { id } = await done(
    world.ada.post<{ id: string }>(integrations, { provider: of, name, settings, access }),
  );
  if (connected) await done(world.ada.post(`${integrations}/${id}/credentials`, fields));
  return id;
}

/** Lets the provider fail in the way of this name; by default it works again. */
function fail(name?: string): void {
  const { simulator, fail: set } = world.portal.providers.of(provider);
  const fault = simulator.faults.find((each) => each.name === name);
  if (name !== undefined && fault === undefined) throw new Error(`no fault is called ${name}`);
  set(fault);
}

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name });
const more = (page: Page) => page.getByRole('button', { name: /^More actions for/ }).click();
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

it('without an integration the page teaches, and says to a viewer why they cannot create one', async () => {
  const page = await world.open('admin', list);
  await page.getByRole('heading', { name: 'Nothing is connected yet' }).waitFor();
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'New integration' }).first().click();
  await page.waitForURL(`**${list}/new`);
  const other = await world.open('viewer', list);
  const button = other.getByRole('button', { name: 'New integration' }).first();
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  expect(await reasonOf(button)).toContain('Your role here is viewer.');
});

it('a member connects an integration with keys, learns that a key is wrong, and no key is stored', async () => {
  await create('Nordlicht');
  const page = await world.open('member', list);
  await at(page, 'Integrations');
  const row = page.getByRole('row', { name: /Nordlicht/ });
  await row.getByText('Waiting for client').waitFor();
  await row.press('Enter');
  const panel = panelOf(page, 'Nordlicht');
  await panel.getByText('Waiting for your client.').waitFor();
  await panel.getByRole('button', { name: 'Copy connect link' }).waitFor();
  await expectWellMade(world.portal, page);

  await panel.getByRole('button', { name: 'Connect here' }).click();
  await page.getByRole('radio', { name: 'With API login and API password' }).check();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Please fill this in.').first().waitFor();
  const { fields } = world.portal.providers.of(provider).simulator.ways[0];
  await page.getByRole('textbox', { name: 'API login' }).fill(fields['login'] ?? '');
  await page.getByLabel('API password', { exact: true }).fill('mistyped-secret');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText("The Trade Desk didn't accept this").waitFor();
  await expectWellMade(world.portal, page);
  await page.getByLabel('API password', { exact: true }).fill(fields['password'] ?? '');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('The Trade Desk is connected.').waitFor();
  await panel.getByText('Working', { exact: true }).waitFor();
  const stored = String(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'));
  expect(stored).not.toContain('mistyped-secret');
  expect(stored).not.toContain(fields['password']);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**${list}`);
  await page.locator('[role="row"]:focus', { hasText: 'Nordlicht' }).waitFor();
});

it('what failed is told in words, with the one step that helps', async () => {
  const id = await create('Stopped', { connected: true });
  const page = await world.open('admin', `${list}/${id}`);
  const panel = panelOf(page, 'Stopped');
  fail('a page of another kind');
  await panel.getByRole('button', { name: 'Check now' }).click();
  await panel.getByText("The last check didn't finish.").waitFor();
  // Screen readers would announce a running time again and again.
  expect(await panel.locator('[role="status"] time, [role="alert"] time').count()).toBe(0);
  fail('the token is refused');
  await panel.getByRole('button', { name: 'Check now' }).click();
  await panel.getByText('This connection has stopped working.').waitFor();
  await panel.getByRole('button', { name: 'Connect here' }).waitFor();
  await page.getByRole('row', { name: /Stopped working/ }).waitFor();
  expect(await panel.innerText()).not.toMatch(/status_|_error|null|undefined/);
  // The trail is some seconds late.
  await panel.getByRole('img', { name: 'Last 30 days: not working on 1 day.' }).waitFor();
  await expectWellMade(world.portal, page);
  fail();

  await more(page);
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await panel.getByText('This integration is switched off.').waitFor();
  await panel.getByRole('button', { name: 'Switch on' }).click();
  await panel.getByText('Working', { exact: true }).waitFor();

  await tab(page, 'History');
  await panel.getByText(/Ada connected Stopped/).waitFor();
});

it('an admin changes settings, chooses an account, lets a key use it, sees the use, and deletes it all', async () => {
  const id = await create('Südwind', { connected: true, access: 'manage' });
  await done(
    world.ada.post('/v1/organizations/acme/api-keys', {
      name: 'Reporting',
      level: 'organization',
      role: 'member',
    }),
  );
  await done(world.ada.get(`${integrations}/${id}/relay/platform/advertiser/nordlicht1`));
  const page = await world.open('admin', `${list}/${id}?tab=settings`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Südwind & Söhne');
  await page.getByRole('textbox', { name: /^Return address/ }).fill('nowhere');
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Südwind & Söhne');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Enter a complete address that begins with https://.').first().waitFor();
  await page.getByRole('textbox', { name: /^Return address/ }).fill('');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('row', { name: /Südwind & Söhne/ }).waitFor();
  await expectWellMade(world.portal, page);

  const panel = panelOf(page, 'Südwind & Söhne');
  const expiry = page.getByRole('textbox', { name: /^Token expires on/ });
  await expiry.fill('2099-12-30');
  await tab(page, 'Accounts');
  await panel.getByRole('searchbox').fill('südwind media');
  await panel.getByText('No account that is loaded has this name or ID.').waitFor();
  await panel.getByRole('searchbox').fill('of nordlicht');
  const update = await holdChanges(page, `**${integrations}/${id}`);
  await panel.getByRole('button', { name: 'Use Advertiser 3 of nordlicht' }).click();
  await panel.getByRole('button', { name: 'Use Advertiser 2 of nordlicht', disabled: true }).waitFor();
  update();
  await panel.getByText('In use').waitFor();
  expect(await done(world.ada.get(`${integrations}/${id}`))).toMatchObject({
    settings: { advertiserId: 'nordlicht3' },
  });
  // What was typed before is saved without the account of then.
  await tab(page, 'Settings');
  await page.getByText('We kept what you typed here earlier.').waitFor();
  expect(await expiry.inputValue()).toBe('2099-12-30');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.getByText('We kept what you typed here earlier.').waitFor({ state: 'detached' });
  expect(await done(world.ada.get(`${integrations}/${id}`))).toMatchObject({
    settings: { advertiserId: 'nordlicht3', tokenExpiresAt: '2099-12-30' },
  });
  await expiry.fill('2099-12-31');
  await tab(page, 'Overview');
  await tab(page, 'Settings');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => expiry.inputValue()).toBe('2099-12-30');

  await tab(page, 'Access');
  await panel.getByRole('img', { name: 'Last 7 days: 1 request, 1 at most in an hour.' }).waitFor();
  await panel.getByText('Show the numbers').click();
  await panel.getByRole('columnheader', { name: 'Reads' }).waitFor();
  await panel.getByRole('button', { name: 'Add a key' }).click();
  await page.getByRole('button', { name: 'Add the key' }).click();
  await page.getByText('Choose a key.').first().waitFor();
  await page.getByRole('combobox', { name: 'API key' }).selectOption({ index: 1 });
  await page.getByRole('radio', { name: 'Read and change' }).check();
  await page.getByRole('radio', { name: 'Only these' }).check();
  await page.getByRole('textbox', { name: 'Account IDs' }).fill('nordlicht1, nordlicht2');
  await expectWellMade(world.portal, page);
  await page.getByRole('button', { name: 'Add the key' }).click();
  await panel.getByText(/Reads and changes · 2 accounts · expires in/).waitFor();
  await expectWellMade(world.portal, page);

  await tab(page, 'Overview');
  await more(page);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The access of 1 API key,').waitFor();
  await dialog.getByRole('button', { name: 'Delete integration' }).click();
  await dialog.getByText("This isn't the same. Type Südwind & Söhne.").first().waitFor();
  await page.keyboard.press('Escape');

  await tab(page, 'Access');
  await panel.getByRole('button', { name: 'Revoke the access of Reporting' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await panel.getByText('Ended (1)').waitFor();
  await tab(page, 'Overview');
  await more(page);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('textbox', { name: 'Type Südwind & Söhne to confirm' }).fill('Südwind & Söhne');
  await page.keyboard.press('Enter');
  await page.getByText('Südwind & Söhne is deleted.').waitFor();
  await page.waitForURL(`**${list}`);
  await expect.poll(() => page.getByRole('row', { name: /Südwind/ }).count()).toBe(0);
});

it('search and filters stand in the address, and a consent opens the page of a link', async () => {
  const id = await create('Search of Weser', { of: 'google_ads' });
  const page = await world.open('admin', `${list}?state=waiting&provider=google_ads`);
  const rows = page.getByRole('grid').getByRole('row', { name: /Weser|Nordlicht|Stopped/ });
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  await page.getByRole('button', { name: /^All \d/ }).click();
  await page.getByRole('searchbox', { name: 'Search by name, provider or account' }).fill('nobody');
  await page.getByText("No integration matches what you're looking for.").waitFor();
  expect(page.url()).toContain('q=nobody');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  const waits = page.getByRole('row', { name: /Weser/ });
  await waits.getByRole('img', { name: 'Last 30 days: not connected on 1 day.' }).waitFor();
  await expectWellMade(world.portal, page);
  await page.getByRole('link', { name: 'Search of Weser' }).click();
  await page.waitForURL(`**${list}/${id}`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Connect here' }).click();
  await at(await opened, 'Connect Google Ads');
});

it('a viewer reads everything and is told what they cannot do; a guest who is a member there can check', async () => {
  const id = await create('Read by all', { connected: true });
  const page = await world.open('viewer', `${list}/${id}`);
  const panel = panelOf(page, 'Read by all');
  const check = panel.getByRole('button', { name: 'Check now' });
  await check.waitFor();
  expect(await reasonOf(check)).toContain('Your role here is viewer.');
  expect(await panel.getByRole('img', { name: /Last 30 days/ }).count()).toBe(0);
  await more(page);
  await page.getByRole('menuitem').first().waitFor();
  for (const item of await page.getByRole('menuitem').all())
    expect(await item.innerText()).toContain('Your role here is viewer.');
  await page.keyboard.press('Escape');
  await tab(page, 'Accounts');
  await panel.getByText('Your role here is viewer.').waitFor();
  await tab(page, 'Access');
  await panel.getByText('No API key can use this integration yet.').waitFor();
  expect(await panel.getByRole('button', { name: 'Add a key' }).getAttribute('aria-disabled')).toBe('true');
  await tab(page, 'History');
  await panel.getByText('Only admins of the organization can read its audit trail.').waitFor();
  await expectWellMade(world.portal, page);

  const guest = await world.open('guest', `${list}/${id}`);
  await guest.getByRole('button', { name: 'Check now' }).click();
  await guest.getByText('The Trade Desk accepts this connection.').waitFor();
  await more(guest);
  expect(await guest.getByRole('menuitem', { name: 'Delete' }).innerText()).toContain('Your role here is');
  expect(await guest.getByRole('menuitem', { name: 'Switch off' }).innerText()).toBe('Switch off');
});
