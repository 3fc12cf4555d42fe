import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { at, inConsole } from '../visitor.ts';
import { done, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld('admins');
}, 600_000);
afterAll(() => world?.stop());
afterEach(() => {
  const complaints = world.portal.complaints.splice(0);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

it('the browser verifies the trail, and remembers it for the visit', async () => {
  const page = await world.open('admin', `${world.home}/trail`);
  const seal = page.getByRole('region', { name: 'Seal' });
  await seal.getByText('Not verified in this visit').waitFor();
  await seal.getByRole('button', { name: 'Verify the trail' }).click();
  await seal.getByText(/\d+ entries verified/).waitFor();
  await seal.getByText("The server's own check agrees.").waitFor();
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await at(page, 'Workspaces');
  await page.getByRole('link', { name: 'Audit trail' }).click();
  await expect.poll(() => seal.innerText()).toMatch(/\d+ entries verified/);
});

it('the palette opens also while its script is on the way and keeps what is typed, and a menu opens', async () => {
  const page = await world.open('admin', '/robots.txt');
  const held: (() => void)[] = [];
  await page.route(/\/assets\/(?:palette|menu-list)-[^/]+\.js$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(`${world.portal.address}${world.home}/trail`);
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
  expect(new URL(page.url()).pathname).toBe(`${world.home}/trail`);
  await page.keyboard.press('Escape');
  await expect.poll(() => searchbox.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await page.locator('h1:focus').waitFor();

  await switcher.press('ArrowDown');
  const all = page.getByRole('menuitem', { name: 'All organizations' });
  await all.waitFor();
  await page.keyboard.press('Escape');
  await all.waitFor({ state: 'detached' });
  await expect.poll(() => switcher.evaluate((button) => button.matches(':focus'))).toBe(true);
});

it('what is changed in one tab is seen in the other at once', async () => {
  const page = await world.open('admin', `${world.home}/workspaces`);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('row', { name: /North/ }).waitFor();
  await page.getByRole('button', { name: 'New workspace' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Both tabs');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await other.getByRole('row', { name: /Both tabs/ }).waitFor();
  expect(new URL(other.url()).pathname).toBe(`${world.home}/workspaces`);
});

it('an admin closes an organization: every page says so, its trail can be saved and verified, and it can be restored', async () => {
  const page = await world.open('admin', `${world.home}/settings`);
  await page.getByRole('button', { name: 'Delete organization' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Acme?' });
  await question.getByRole('textbox').fill('admins');
  await question.getByRole('button', { name: 'Delete organization' }).click();
  await at(page, 'Acme is closed');
  await page.goto(`${world.portal.address}${world.home}/w/north/integrations`);
  await at(page, 'Acme is closed');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/entries verified/).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(lines.some((line) => line.includes('"organization.closed"'))).toBe(true);

  // There is nothing to search here: Ctrl-K opens nothing, and keys go where they are typed.
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'Restore organization' }).press('Space');
  await page.getByText('Acme is open again.').waitFor();
  await inConsole(page, 'Acme');
  expect((await done(world.ada.get(world.organization)))['deletesAt']).toBeNull();
});
