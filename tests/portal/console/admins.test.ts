import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { signIn } from '../../people.ts';
import { at, inConsole } from '../visitor.ts';
import { done, people, startWorld, type World } from './world.ts';

const organization = '/v1/organizations/acme';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());
afterEach(() => {
  const complaints = world.portal.complaints.splice(0);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

const isFocused = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('heading', { level: 1, name }).evaluate((heading) => heading.matches(':focus'));

it('an admin invites several addresses at once, and one that is here already stays with the reason of the API', async () => {
  const page = await world.open('admin', '/o/acme/members?open=invite');
  const emails = page.getByRole('textbox', { name: 'Email addresses' });
  await emails.fill('"Ross, Bob" <bob@partner.example>; mia@acme.example\ncy@client.example');
  // What was typed and the dialog survive a reload.
  await page.reload();
  expect(await emails.inputValue()).toContain('cy@client.example');
  await page.getByRole('button', { name: 'Send invitations' }).click();
  const outcomes = page.getByRole('list', { name: 'What happened' });
  await outcomes.waitFor();
  expect(await outcomes.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('mia@acme.example already has this role or a higher one'),
    'bob@partner.example Sent',
    'cy@client.example Sent',
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /cy@client\.example Member Link valid until/ }).waitFor();
});

it('an admin adds somebody of the organization to a workspace, changes them and removes them', async () => {
  const page = await world.open('admin', '/o/acme/w/north/members');
  const row = (name: RegExp) => page.getByRole('row', { name });
  await row(/mia@acme\.example Member From the organization/).waitFor();
  await row(/gus@client\.example Member Added here/).waitFor();
  await page.getByRole('button', { name: 'Add member' }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('combobox', { name: 'Person' }).fill('mi');
  await page.getByRole('option', { name: /mia/ }).click();
  await page.getByRole('radio', { name: 'Admin' }).check();
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await page.getByText('mia was added.').waitFor();
  await row(/mia@acme\.example Admin Added here/).waitFor();
  // The higher role, from the organization, stays.
  await page.getByRole('button', { name: 'Actions for mia' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page.getByRole('radio', { name: 'Viewer' }).check();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await row(/mia@acme\.example Member Added here/).waitFor();
  await page.getByRole('button', { name: 'Actions for mia' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row(/mia@acme\.example Member From the organization/).waitFor();
  // The access of others comes from the organization, and ends there.
  await page.getByRole('button', { name: 'Actions for vic' }).click();
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Remove' }).innerText())
    .toContain('Change it there.');
  await page.getByRole('menuitem', { name: 'Give a role here' }).click();
  await page.getByRole('dialog').getByText('vic@partner.example').waitFor();
});

it('a person sees where they are signed in, and ends one session or all others', async () => {
  for (let count = 0; count < 3; count += 1) await signIn(world.portal.api, world.portal.smtp, people.member);
  const page = await world.open('member', '/account');
  const sessions = page.getByRole('grid', { name: "Where you're signed in" });
  const rows = sessions.getByRole('row', { name: /node/ });
  await rows.nth(3).waitFor();
  expect(await rows.first().innerText()).toContain('This browser');
  await rows.nth(1).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('node was signed out.').waitFor();
  await rows.nth(3).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await dialog.getByText('2 other sessions end at once.').waitFor();
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText("You're signed out everywhere else.").waitFor();
  await rows.nth(1).waitFor({ state: 'detached' });
  const { sessions: left } = await done(
    (await world.api('member')).get<{ sessions: { current: boolean }[] }>('/v1/auth/sessions'),
  );
  expect(left.map(({ current }) => current)).toEqual([true]);
});

const seal = (page: Page) => page.getByRole('region', { name: 'Seal' });

it('the browser verifies the trail, remembers it for the visit, and names an entry that was altered', async () => {
  const page = await world.open('admin', '/o/acme/trail');
  await seal(page).getByText('Not verified in this visit').waitFor();
  await seal(page).getByRole('button', { name: 'Verify the trail' }).click();
  await seal(page)
    .getByText(/\d+ entries verified/)
    .waitFor();
  await seal(page).getByText("The server's own check agrees.").waitFor();
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await at(page, 'Workspaces');
  await page.getByRole('link', { name: 'Audit trail' }).click();
  await seal(page)
    .getByText(/\d+ entries verified/)
    .waitFor();

  await page.route(/\/audit-logs\/export/, async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).split('\n');
    await route.fulfill({
      response,
      body: lines.with(2, lines[2]?.replace('"name":"', '"name":"Not ') ?? '').join('\n'),
    });
  });
  await seal(page).getByRole('button', { name: 'Verify again' }).click();
  await seal(page).getByText('The trail is broken at entry 3').waitFor();
  expect(await seal(page).getByRole('alert').innerText()).toContain(
    "The server's own check finds nothing wrong.",
  );

  // Entries that were there a moment ago are missing.
  await page.unrouteAll();
  await page.route(/\/audit-logs\/export/, async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).split('\n');
    await route.fulfill({ response, body: [...lines.slice(0, 4), ''].join('\n') });
  });
  await seal(page).getByRole('button', { name: 'Verify again' }).click();
  await seal(page)
    .getByText(/The trail ends here, but this browser saw entry \d+/)
    .waitFor();

  // As on a page without https.
  await page.addInitScript('delete Crypto.prototype.subtle');
  await page.reload();
  await seal(page).getByText('Browsers only compute hashes on secure pages.').first().waitFor();
  const verify = seal(page).getByRole('button', { name: 'Verify the trail' });
  expect(await verify.getAttribute('aria-disabled')).toBe('true');
});

it('the palette opens also while its script is on the way and keeps what is typed, and a menu opens', async () => {
  const page = await world.open('admin', '/account');
  const held: (() => void)[] = [];
  await page.route(/\/assets\/(?:palette|menu-list)-[^/]+\.js$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(`${new URL(page.url()).origin}/o/acme/trail`);
  await at(page, 'Audit trail');
  await page.keyboard.press('Control+k');
  const opening = page.getByRole('dialog', { name: 'Opening' });
  await opening.waitFor();
  await page.keyboard.press('Escape');
  await opening.waitFor({ state: 'detached' });
  const switcher = page.getByRole('button', { name: /^Switch organization/ });
  await switcher.click();
  await switcher.press('Escape');
  await expect.poll(() => switcher.getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Control+k');
  await opening.waitFor();
  // Would open the workspaces if the page took it.
  await page.keyboard.type('gw');
  await expect.poll(() => held.length).toBe(2);
  for (const arrive of held) arrive();
  const searchbox = page.getByRole('searchbox', { name: 'Search or jump to' });
  await expect.poll(() => searchbox.inputValue()).toBe('gw');
  await page.keyboard.type('x');
  await expect.poll(() => searchbox.inputValue()).toBe('gwx');
  expect(new URL(page.url()).pathname).toBe('/o/acme/trail');
  await page.keyboard.press('Escape');
  await expect.poll(() => searchbox.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(page, 'Audit trail')).toBe(true);

  await switcher.press('ArrowDown');
  const all = page.getByRole('menuitem', { name: 'All organizations' });
  await all.waitFor();
  await page.keyboard.press('Escape');
  await all.waitFor({ state: 'detached' });
  await expect.poll(() => switcher.evaluate((button) => button.matches(':focus'))).toBe(true);
});

it('on a phone the menu opens and closes by keyboard, and a page opens with the focus on its heading', async () => {
  const page = await world.open('admin', '/o/acme/w/north/integrations', {
    viewport: { width: 390, height: 780 },
  });
  await at(page, 'Integrations');
  const menu = page.getByRole('button', { name: 'Menu' });
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  await menu.press('Enter');
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true');
  await page.getByRole('link', { name: 'API keys' }).press('Escape');
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  expect(await menu.evaluate((button) => button.matches(':focus'))).toBe(true);
  await menu.press('Enter');
  await page.getByRole('link', { name: 'Overview' }).press('Enter');
  await at(page, 'Overview');
  await expect.poll(() => isFocused(page, 'Overview')).toBe(true);
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
});

it('what is changed in one tab is seen in the other at once', async () => {
  const page = await world.open('admin', '/o/acme/workspaces');
  const other = await page.context().newPage();
  await other.goto(`${world.portal.address}/o/acme/workspaces`);
  await other.getByRole('row', { name: /North/ }).waitFor();
  await page.getByRole('button', { name: 'New workspace' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Both tabs');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await other.getByRole('row', { name: /Both tabs/ }).waitFor();
  expect(new URL(other.url()).pathname).toBe('/o/acme/workspaces');
});

it('a page without a connection says so, keeps what it has, and goes on by itself', async () => {
  const page = await world.open('admin', '/o/acme/workspaces');
  await page.getByRole('row', { name: /North/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  expect(await page.getByRole('row', { name: /North/ }).count()).toBe(1);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.context().setOffline(false);
  await page.getByText("You're offline.").waitFor({ state: 'detached' });
  await inConsole(page, 'Acme');
  // The browser tells of each request that did not leave.
  world.portal.complaints.splice(0);
});

it('an admin closes an organization: every page says so, its trail can be saved and verified, and it can be restored', async () => {
  const page = await world.open('admin', '/o/acme/settings');
  await page.getByRole('button', { name: 'Delete organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Acme?' });
  await dialog.getByText('All admins get an email now, a day before, and at the end.').waitFor();
  await dialog.getByRole('textbox').fill('acme');
  await dialog.getByRole('button', { name: 'Delete organization' }).click();
  await at(page, 'Acme is closed');
  await page.getByText('Closed; will be deleted on').waitFor();

  for (const path of ['', '/members', '/keys', '/w/north/integrations']) {
    await page.goto(`${world.portal.address}/o/acme${path}`);
    await at(page, 'Acme is closed');
  }
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/entries verified/).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(lines.some((line) => line.includes('"organization.closed"'))).toBe(true);

  const restore = { name: 'Restore organization' };
  // There is nothing to search here: Ctrl-K opens nothing, and keys go where they are typed.
  await page.keyboard.press('Control+k');
  await page.getByRole('button', restore).press('Space');
  await page.getByText('Acme is open again.').waitFor();
  await inConsole(page, 'Acme');
  expect((await done(world.ada.get(organization)))['deletesAt']).toBeNull();
  await page.goto(`${world.portal.address}/o/acme/members`);
  await at(page, 'Members');
});
