import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from '../../webhook-receiver.ts';
import { at, requestsOf, visit } from '../visitor.ts';
import { done, startWorld, type World } from './world.ts';

const list = '/o/staff/w/north/integrations';
const provider = 'the_trade_desk';

let world: World;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([startWorld('staff'), startWebhookReceiver()]);
}, 600_000);
afterAll(async () => {
  await world?.stop();
  await receiver?.stop();
});
afterEach(() => {
  const complaints = world.portal.complaints.splice(0);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

const revealed = async (page: Page): Promise<string> =>
  page.getByRole('group', { name: 'API key' }).innerText();

/** Everything of a page that outlives a dialog. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(`JSON.stringify([localStorage, sessionStorage, history.state, location.href,
    document.documentElement.outerHTML])`);

/** Whether the memory of a page has a text, once what nothing refers to is removed. */
async function remembers(page: Page, text: string): Promise<boolean> {
  const tools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  tools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await tools.send('HeapProfiler.enable');
  await tools.send('HeapProfiler.collectGarbage');
  await tools.send('HeapProfiler.takeHeapSnapshot', {});
  await tools.detach();
  return chunks.join('').includes(text);
}

it('an admin creates a key, tries it without their session, runs the request of the page with it, and nothing keeps it afterwards', async () => {
  await done(world.ada.post(world.integrations, { name: 'Nordlicht', provider: 'criteo', settings: {} }));
  const page = await world.open('admin', '/o/staff/keys');
  await at(page, 'API keys');
  await page.getByRole('button', { name: 'New key' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await page.getByRole('radio', { name: 'One workspace' }).check();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('member');
  // What was typed survives a reload, in the dialog that the address has open.
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nightly report');
  await page.getByText('We kept what you typed here earlier.').waitFor();
  await page.getByRole('combobox', { name: 'Workspace' }).selectOption('north');
  await page.getByRole('button', { name: 'Create key' }).click();

  await page.getByRole('dialog', { name: 'Copy your key now' }).waitFor();
  const key = await revealed(page);
  expect(key).toMatch(/^pby_\w{46}$/);
  const requests = requestsOf(page, 'GET', '/v1/organizations/staff/workspaces/north');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('It works: it has the role member in the workspace North.').waitFor();
  const headers = await requests[0]?.allHeaders();
  expect(headers?.['x-api-key']).toBe(key);
  expect(headers).not.toHaveProperty('cookie');

  await page.keyboard.press('Escape');
  // A part of the key is no copy of it.
  await page
    .getByRole('group', { name: 'API key' })
    .evaluate('(key) => getSelection().setBaseAndExtent(key.firstChild, 0, key.firstChild, 8)');
  await page.keyboard.press('ControlOrMeta+C');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText("You haven't copied it. It can't be shown again.").waitFor();
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL(/\/o\/staff\/keys\/[\w-]{36}$/);
  await page.getByRole('complementary', { name: 'Nightly report' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  expect(await keptBy(page)).not.toContain(key);
  await expect.poll(() => remembers(page, key)).toBe(false);
  expect(world.portal.log()).not.toContain(key);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/o/staff/keys');
  // Back does not open the panel again.
  await page.goBack();
  await page.waitForURL('**/o/staff/keys');
  const row = page.getByRole('row', { name: /Nightly report/ });
  await row.getByText('Member', { exact: true }).waitFor();

  await visit(page, '/o/staff/developers');
  await at(page, 'Developers');
  const sample = page.getByRole('region', { name: 'Read your integrations' });
  await sample.getByText('/workspaces/north/').waitFor();
  const setKey = await page.getByRole('region', { name: 'Set your key once' }).innerText();
  const command = `${setKey.replace('pby_YOUR_KEY', key)}\n${await sample.innerText()}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', command]);
  expect(JSON.parse(stdout)).toMatchObject({ integrations: [{ name: 'Nordlicht' }] });
});

it('an admin adds a webhook, whose test arrives with a signature, and replays what happened before', async () => {
  const page = await world.open('admin', '/o/staff/developers');
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('textbox', { name: 'Description' }).fill('Alerts');
  await page.getByRole('radio', { name: 'Only some changes' }).check();
  await page.locator('summary', { hasText: /^Workspaces/ }).click();
  await page.getByRole('checkbox', { name: 'Workspaces: everything' }).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await page.getByRole('group', { name: 'signing secret' }).innerText();
  await page.getByRole('button', { name: 'Copy signing secret' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await at(page, 'Alerts');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/Your receiver answered 204 in \d+ ms\./).waitFor();
  expect(receiver.received.some((request) => isSignedWith(request, secret))).toBe(true);
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('textbox', { name: 'After sequence number' }).fill('0');
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText('The replay has begun.').waitFor();
  await world.portal.runDue();
  expect(receiver.received.some(({ body }) => body.includes('"workspace.created"'))).toBe(true);
  await page.getByRole('row', { name: /Workspace created.*#\d+ workspace\.created.*Delivered/ }).waitFor();
});

/** An integration of the workspace, by the API; `connected` with what the simulator takes. */
async function create(name: string, { connected = false, access = 'read' } = {}): Promise<string> {
  const { settings, fields } = world.portal.providers.of(provider).simulator.ways[0];
  const { id } = await done(
    world.ada.post<{ id: string }>(world.integrations, { provider, name, settings, access }),
  );
  if (connected) await done(world.ada.post(`${world.integrations}/${id}/credentials`, fields));
  return id;
}

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name });
const more = (page: Page) => page.getByRole('button', { name: /^More actions for/ }).click();
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

it('a member connects an integration with keys, learns that a key is wrong, and no key is stored', async () => {
  await create('Nordwind');
  const page = await world.open('member', list);
  await at(page, 'Integrations');
  const row = page.getByRole('row', { name: /Nordwind/ });
  await row.press('Enter');
  const panel = panelOf(page, 'Nordwind');
  await panel.getByText('Waiting for your client.').waitFor();
  await panel.getByRole('button', { name: 'Copy connect link' }).waitFor();

  await panel.getByRole('button', { name: 'Connect here' }).click();
  await page.getByRole('radio', { name: 'With API login and API password' }).check();
  const { fields } = world.portal.providers.of(provider).simulator.ways[0];
  await page.getByRole('textbox', { name: 'API login' }).fill(fields['login'] ?? '');
  await page.getByLabel('API password', { exact: true }).fill('mistyped-secret');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText("The Trade Desk didn't accept this").waitFor();
  await page.getByLabel('API password', { exact: true }).fill(fields['password'] ?? '');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('The Trade Desk is connected.').waitFor();
  await panel.getByText('Working', { exact: true }).waitFor();
  const stored = String(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'));
  expect(stored).not.toContain('mistyped-secret');
  expect(stored).not.toContain(fields['password']);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**${list}`);
  await page.locator('[role="row"]:focus', { hasText: 'Nordwind' }).waitFor();
});

it('an admin who has just connected gets the rows of the first read, and with the copied key and request in a terminal', async () => {
  const id = await create('Polarwind', { connected: true });
  const page = await world.open('admin', `${list}/${id}`);
  await panelOf(page, 'Polarwind').getByRole('button', { name: 'Use it' }).click();
  const drawer = page.getByRole('dialog', { name: 'Use Polarwind' });
  await drawer
    .getByRole('checkbox', { name: /advertiser/i })
    .first()
    .check();
  await drawer.getByRole('button', { name: 'Give access and run' }).click();
  await drawer.getByRole('cell', { name: 'Winter' }).waitFor();
  await drawer.getByRole('button', { name: 'Show the key' }).click();
  const setKey = await drawer.getByRole('region', { name: 'Set the key' }).innerText();
  const request = await drawer.getByRole('region', { name: 'Send the request' }).innerText();
  const { stdout } = await promisify(execFile)('bash', ['-c', `${setKey}\n${request}`]);
  expect(JSON.parse(stdout)).toMatchObject({ Result: [{ CampaignName: 'Winter' }] });
  const key = /pby_\w+/.exec(setKey)?.[0] ?? '';
  await page.keyboard.press('Escape');
  await drawer.getByText("You haven't copied the new key.").waitFor();
  await drawer.getByRole('button', { name: 'Copy: Set the key' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(setKey);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(await keptBy(page)).not.toContain(key);
  expect(world.portal.log()).not.toContain(key);
});

it('an admin changes settings, chooses an account, lets a key use it, sees the use, and deletes it all', async () => {
  const id = await create('Südwind', { connected: true, access: 'manage' });
  const newKey = { name: 'Reporting', level: 'organization', role: 'member' };
  const key = await done(world.ada.post<{ id: string }>(`${world.organization}/api-keys`, newKey));
  await done(world.ada.get(`${world.integrations}/${id}/relay/platform/advertiser/nordlicht1`));
  const page = await world.open('admin', `${list}/${id}?tab=settings`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Südwind & Söhne');
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Südwind & Söhne');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('row', { name: /Südwind & Söhne/ }).waitFor();

  const panel = panelOf(page, 'Südwind & Söhne');
  await tab(page, 'Accounts');
  await panel.getByRole('searchbox').fill('of nordlicht');
  await panel.getByRole('button', { name: 'Use Advertiser 3 of nordlicht' }).click();
  await panel.getByText('In use').waitFor();
  expect(await done(world.ada.get(`${world.integrations}/${id}`))).toMatchObject({
    settings: { advertiserId: 'nordlicht3' },
  });
  await tab(page, 'Access');
  await panel.getByRole('img', { name: 'Last 7 days: 1 request, 1 at most in an hour.' }).waitFor();
  await panel.getByRole('button', { name: 'Add a key' }).click();
  await page.getByRole('combobox', { name: 'API key' }).selectOption(key.id);
  await page.getByRole('radio', { name: 'Read and change' }).check();
  await page.getByRole('radio', { name: 'Only these' }).check();
  await page.getByRole('textbox', { name: 'Account IDs' }).fill('nordlicht1, nordlicht2');
  await page.getByRole('button', { name: 'Add the key' }).click();
  await panel.getByText(/Reads and changes · 2 accounts · expires in/).waitFor();

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

it('a click on a page whose script is still on its way marks it in the navigation, and shows a bar in its place', async () => {
  const page = await world.open('viewer', '/o/staff');
  await at(page, 'Overview');
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/settings-page-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  const link = page.getByRole('link', { name: 'Settings' });
  await link.click();
  await page.getByRole('main').getByRole('progressbar').waitFor({ state: 'visible' });
  expect(await link.getAttribute('aria-current')).toBe('page');
  released.resolve();
  await at(page, 'Settings');
  await page.unroute('**/assets/settings-page-*.js');
});
