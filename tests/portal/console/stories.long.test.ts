import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../webhook-receiver.ts';
import { type Portal, startPortal } from '../portal.ts';
import { at, chord, expectWellMade, inConsole, reasonOf, refusalsOf } from '../visitor.ts';

/** Runs the agency, and is its only admin at first. */
const ada = { name: 'Ada', email: 'ada@nordlicht.example' };
/** Looks after the clients of the agency, and uses no mouse. */
const mia = 'mia@nordlicht.example';
/** Writes the agency's programs. */
const devi = 'devi@nordlicht.example';
/** Works for the client. */
const gus = 'gus@suedwind.example';

const home = '/o/nordlicht';
const integrations = `${home}/w/suedwind/integrations`;

let portal: Portal;
let receiver: WebhookReceiver;
/** The windows that stay open from one story to the next. */
let adasPage: Page;
let devisPage: Page;
/** Devi's key, and the command of the page that uses it. */
let command: string;

beforeAll(async () => {
  [portal, receiver] = await Promise.all([startPortal(), startWebhookReceiver()]);
}, 600_000);
afterAll(async () => {
  await portal?.stop();
  await receiver?.stop();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const click = (page: Page, name: string | RegExp) => button(page, name).click();
const clipboardOf = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const isFocused = (element: Locator) => element.evaluate((node) => node.matches(':focus'));

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let stops = 0; stops < 80; stops += 1) {
    if (await isFocused(element)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${String(element)}`);
}

/** Goes to a link or a button with the Tab key, and presses Enter. */
async function enter(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

/** The link in the next mail to somebody that has one like this. */
async function linkMailedTo(email: string, link: RegExp): Promise<string> {
  for (;;) {
    const found = link.exec((await portal.smtp.nextMailTo(email)).text);
    if (found !== null) return found[0];
  }
}

/** Opens the mail of an invitation, signs in by a second mail, and accepts, without a mouse. Resolves with the window of the console. */
async function join(email: string, place: string): Promise<Page> {
  const page = await portal.open(await linkMailedTo(email, /http\S+\/invitations\/[\w-]+/), { stays: true });
  await at(page, `Join ${place}`);
  await enter(page, button(page, 'Email me a link'));
  await at(page, 'Check your email');
  // Mail programs open a tab.
  const tab = await page.context().newPage();
  await tab.goto(await linkMailedTo(email, /http\S+\/sign-in\/verify\?token=[\w-]+/));
  await enter(tab, button(tab, 'Sign in'));
  await enter(tab, button(tab, 'Accept'));
  await at(tab, `You've joined ${place}`);
  await page.close();
  await enter(tab, tab.getByRole('link', { name: `Go to ${place}` }));
  await inConsole(tab, 'Nordlicht');
  return tab;
}

/** A client without an account agrees at Google and chooses an account, in a browser of their own. */
async function connectAtGoogle(link: string): Promise<void> {
  const page = await portal.open(link, { stays: true });
  await at(page, 'Connect Google Ads');
  await click(page, 'Continue to Google');
  await page.getByRole('checkbox', { name: 'Nordlicht Shop', exact: true }).check();
  await click(page, 'Continue');
  await at(page, 'Google Ads is connected');
  await page.context().close();
}

it('an admin signs up, follows the steps to the first connection, invites colleagues and makes a key', async () => {
  const page = await portal.open('/sign-up', { stays: true });
  adasPage = page;
  await page.getByLabel('Work email').fill(ada.email);
  await page.getByLabel('Your name').fill(ada.name);
  await page.getByLabel('Organization name').fill('Nordlicht');
  await click(page, 'Create organization');
  await at(page, 'Check your email');
  await page.goto(await linkMailedTo(ada.email, /http\S+\/sign-in\/verify\?token=[\w-]+/));
  await click(page, 'Create and sign in');
  await page.waitForURL(`**${home}`);

  const steps = page.getByRole('listitem');
  const step = (name: string) => steps.filter({ has: page.getByRole('heading', { name }) });
  const createWorkspace = async (name: string): Promise<void> => {
    await click(page, 'New workspace');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await click(page, 'Create workspace');
    await page.getByText(`${name} is ready.`).waitFor();
  };
  await createWorkspace('Südwind');
  await page.waitForURL(`**${integrations}`);
  await page.getByRole('link', { name: 'Overview' }).click();
  await step('Create a workspace').getByText('Done').waitFor();
  await click(page, 'Invite people');
  await page.getByRole('textbox', { name: 'Email addresses' }).fill(`${mia}, ${devi}`);
  await click(page, 'Send invitations');
  await page.getByText('2 invitations sent.').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await step('Invite people').getByText('Done').waitFor();
  await click(page, 'New integration');
  await page.getByRole('option', { name: 'Google Ads' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Südwind Search');
  await click(page, 'Create integration');
  await at(page, 'Send the link to your client');
  await click(page, 'Copy connect link');
  await connectAtGoogle(await clipboardOf(page));

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspaces' }).click();
  await createWorkspace('Westwind');

  await page.getByRole('link', { name: 'API keys' }).click();
  await click(page, 'New key');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await page.getByRole('radio', { name: 'Organization' }).check();
  await click(page, 'Create key');
  await click(page, 'Try it');
  await page.getByText('It works: it has the role viewer in Nordlicht.').waitFor();
  await click(page, 'Copy API key');
  await click(page, 'Done');
  await page.getByRole('complementary', { name: 'Nightly report' }).waitFor();
  expect(await clipboardOf(page)).toMatch(/^pby_/);

  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('row', { name: new RegExp(devi) }).waitFor();
  await click(page, 'Actions for Ada');
  const leave = page.getByRole('menuitem', { name: 'Leave Nordlicht' });
  await leave.getByText("You're the only admin. Make somebody else an admin first.").waitFor();
  await leave.click();
  await leave.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(portal.complaints).toEqual([]);
});

it('agency staff see what broke overnight, get the client to connect again and add a client, without a mouse', async () => {
  const { simulator, fail } = portal.providers.of('google_ads');
  fail(simulator.faults.find(({ name }) => name.startsWith('OAUTH_TOKEN_REVOKED')));
  // The night: the next check in the background is due.
  const due = "update integration.integrations set check_at = now() where name = 'Südwind Search'";
  expect(await portal.sql(due)).toBe(1);

  const page = await join(mia, 'Nordlicht');
  await at(page, 'Overview');
  await enter(page, page.getByRole('link', { name: /Südwind Search.*Stopped working/s }));
  fail();
  const panel = page.getByRole('complementary', { name: /^Südwind Search/ });
  await panel.getByText('This connection has stopped working.').waitFor();
  await panel.getByText('Google Ads no longer accepts this connection: access was withdrawn').waitFor();
  await expectWellMade(portal, page);

  expect(await isFocused(panel.getByRole('heading', { level: 2 }))).toBe(true);

  const tab = (name: string) => panel.getByRole('tab', { name });
  await tabTo(page, tab('Overview'));
  await page.keyboard.press('ArrowRight');
  const name = panel.getByRole('textbox', { name: 'Name', exact: true });
  await tabTo(page, name);
  await page.keyboard.press('End');
  await page.keyboard.type(' & Shop');
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  await panel.getByRole('heading', { name: 'Südwind Search & Shop' }).waitFor();
  await page.keyboard.press('Shift+Tab');
  expect(await isFocused(tab('Settings'))).toBe(true);
  await page.keyboard.press('End');
  await panel.getByText('Only admins of the organization can read its audit trail.').waitFor();
  await page.keyboard.press('Home');
  await enter(page, panel.getByRole('button', { name: 'Make a link' }));
  const dialog = page.getByRole('dialog', { name: 'Make a link' });
  await enter(page, dialog.getByRole('button', { name: 'Make a link' }));
  await page.getByText('The new link is ready.').waitFor();
  await panel.getByText('Your client can connect with the link below.').waitFor();
  await enter(page, panel.getByRole('button', { name: 'Copy connect link' }));
  await panel.getByText('Copied').waitFor();
  await connectAtGoogle(await clipboardOf(page));

  // Meanwhile the admin finds out who changed what.
  await adasPage.getByRole('link', { name: 'Overview' }).click();
  await adasPage.getByRole('row', { name: /Südwind Search & Shop/ }).click();
  await adasPage.getByRole('tab', { name: 'History' }).click();
  await adasPage.getByRole('link', { name: 'Open in the audit trail' }).click();
  await at(adasPage, 'Audit trail');
  const about = adasPage.getByRole('combobox', { name: 'About' });
  await expect.poll(() => about.locator('option:checked').innerText()).toBe('Südwind Search & Shop');
  await adasPage.getByRole('row', { name: /mia renamed Südwind Search of Südwind/ }).click();
  const entry = adasPage.getByRole('complementary', { name: /mia renamed/ });
  const change = entry.getByRole('row', { name: /^Name/ }).getByRole('cell');
  await expect.poll(() => change.allInnerTexts()).toEqual(['Südwind Search', 'Südwind Search & Shop']);

  // The first window has read again by itself.
  await panel.getByText('Working', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`**${integrations}`);
  await page.locator('[role="row"]:focus', { hasText: 'Südwind Search & Shop' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('integration west');
  // The one that Enter opens.
  const first = page.getByRole('menuitem', { name: 'New integration in Westwind' });
  await first.and(page.locator('[data-focused]')).waitFor();
  await page.keyboard.press('Enter');
  await at(page, 'New integration');
  await page.getByRole('option', { name: 'The Trade Desk' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('trade');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await at(page, 'New The Trade Desk integration');
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Westwind Programmatic');
  await page.keyboard.press('Enter');
  await at(page, 'Send the link to your client');
  await tabTo(page, page.getByRole('link', { name: 'Email it' }));
  expect(await page.locator(':focus').getAttribute('href')).toMatch(/^mailto:/);
  await chord(page, ['g', 'o'], home);
  await at(page, 'Overview');
  await page.getByRole('link', { name: /Westwind Programmatic.*Link expires in/s }).waitFor();
  await expectWellMade(portal, page);
});

it('a developer makes a key, runs the request of the page, and as an admin follows the deliveries of a webhook', async () => {
  const page = await join(devi, 'Nordlicht');
  devisPage = page;
  await page.getByRole('link', { name: 'Developers' }).click();
  await page.getByRole('link', { name: 'Create a key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Script');
  await click(page, 'Create key');
  await click(page, 'Copy API key');
  await click(page, 'Done');
  const key = await clipboardOf(page);
  await page.getByRole('link', { name: 'Developers' }).click();
  const setKey = await page.getByRole('region', { name: 'Set your key once' }).innerText();
  const sample = page.getByRole('region', { name: 'Read your integrations' });
  await sample.getByText('/organizations/nordlicht/workspaces/suedwind/').waitFor();
  command = `${setKey.replace('pby_YOUR_KEY', key)}\n${await sample.innerText()} -sw '\\n%{http_code}'`;
  const [body = '', status] = await run(command);
  expect(status).toBe('200');
  expect(JSON.parse(body)).toMatchObject({ integrations: [{ name: 'Südwind Search & Shop' }] });

  expect(await reasonOf(button(page, 'New webhook'))).toContain('Ask an admin');
  await adasPage.getByRole('link', { name: 'Members' }).click();
  await click(adasPage, /^Actions for devi$/);
  await adasPage.getByRole('menuitem', { name: 'Change role' }).click();
  await adasPage.getByRole('radio', { name: 'Admin' }).check();
  await click(adasPage, 'Change role');
  await adasPage.getByText('devi is now Admin.').waitFor();
  await page.reload();
  await at(page, 'Developers');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('webhook');
  await page.getByRole('menuitem', { name: 'New webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('textbox', { name: 'Description' }).fill('Warehouse');
  await click(page, 'Create webhook');
  await click(page, 'Copy signing secret');
  await click(page, 'Done');
  await at(page, 'Warehouse');
  await click(page, 'Send a test');
  await page.getByText(/Your endpoint answered 204 in/).waitFor();
  await page.getByRole('row', { name: /Test.*Delivered/ }).waitFor();
  await click(page, 'More actions: Test');
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  const tests = () => receiver.received.filter(({ body: sent }) => sent.includes('test'));
  await expect.poll(() => tests().length).toBe(2);
  await page.getByRole('row', { name: /Test.*Delivered/ }).waitFor();
  expect(portal.complaints).toEqual([]);
});

const run = async (script: string): Promise<string[]> =>
  (await promisify(execFile)('bash', ['-c', script])).stdout.split('\n');

it('an advertiser comes by an invitation, sees their own workspace, and is told what they cannot change', async () => {
  await adasPage.goto(`${portal.address}${home}/w/suedwind/members`);
  await click(adasPage, 'Invite people');
  await adasPage.getByRole('textbox', { name: 'Email addresses' }).fill(gus);
  await adasPage.getByRole('radio', { name: 'Viewer' }).check();
  await click(adasPage, 'Send invitations');
  await adasPage.getByText('1 invitation sent.').waitFor();

  const page = await join(gus, 'Südwind at Nordlicht');
  const refusals = refusalsOf(page);
  await page.waitForURL(`**${integrations}`);
  const row = page.getByRole('row', { name: /Südwind Search & Shop.*Working/ });
  await row.waitFor();
  const box = await row.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
  expect(await page.evaluate('scrollY')).toBe(0);
  await expectWellMade(portal, page);
  await row.click();
  const panel = page.getByRole('complementary', { name: 'Südwind Search & Shop' });
  const check = panel.getByRole('button', { name: 'Check now' });
  expect(await check.getAttribute('aria-disabled')).toBe('true');
  expect(await reasonOf(check)).toContain('Your role here is viewer. Ask an admin');
  for (const name of ['Settings', 'Accounts', 'Access', 'History']) {
    await panel.getByRole('tab', { name }).click();
    await page.waitForLoadState('networkidle');
  }
  await page.goto(portal.address);
  await at(page, 'Overview');
  await page
    .getByRole('navigation', { name: 'Your workspaces' })
    .getByRole('link', { name: 'Südwind' })
    .click();
  await row.waitFor();
  expect(refusals).toEqual([]);
  expect(portal.complaints).toEqual([]);
});

it('an admin reads what goes with a colleague and removes them, and their key ends', async () => {
  await adasPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' }).click();
  await click(adasPage, /^Actions for devi$/);
  await adasPage.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = adasPage.getByRole('dialog', { name: 'Remove devi from Nordlicht?' });
  await dialog.getByText('They lose access to the organization and all its workspaces at once.').waitFor();
  await dialog.getByText('Their personal API keys stop working').waitFor();
  await dialog.getByRole('textbox').fill(devi);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await adasPage.getByText('devi was removed.').waitFor();
  await adasPage.getByRole('row', { name: new RegExp(devi) }).waitFor({ state: 'detached' });
  expect((await run(command)).at(-1)).toBe('401');
  await devisPage.goto(portal.address);
  await devisPage.getByText("You don't belong to an organization yet").waitFor();
  await expectWellMade(portal, devisPage);
});
