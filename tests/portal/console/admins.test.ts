import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { at, inConsole, visit } from '../visitor.ts';
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

it('an admin invites several addresses at once, and reads what the API refuses in the words of the API', async () => {
  const { people, home } = world;
  const page = await world.open('admin', `${home}/members?open=invite`);
  const emails = page.getByRole('textbox', { name: 'Email addresses' });
  await emails.fill(`"Ross, Bob" <bob@partner.example>; ${people.member}\ncy@client.example`);
  // What was typed and the dialog survive a reload.
  await page.reload();
  expect(await emails.inputValue()).toContain('cy@client.example');
  await page.getByRole('button', { name: 'Send invitations' }).click();
  const outcomes = page.getByRole('list', { name: 'What happened' });
  await outcomes.waitFor();
  expect(await outcomes.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining(`${people.member} already has this role or a higher one in the organization.`),
    'bob@partner.example Sent',
    'cy@client.example Sent',
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /cy@client\.example Member Link valid until/ }).waitFor();

  await visit(page, `${home}/developers?new=webhook`);
  await page.getByRole('textbox', { name: 'Address' }).fill('http://hooks.acme.example');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page
    .getByRole('dialog')
    .getByText(/must begin with https/)
    .first()
    .waitFor();

  await visit(page, '/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await question.getByRole('textbox').fill(people.admin);
  await question.getByRole('button', { name: 'Delete account' }).click();
  await question
    .getByText('You are the last admin of Acme (admins). Make another member an admin first')
    .waitFor();
  expect((await world.ada.get('/v1/me')).status).toBe(200);
});

it('the browser verifies the trail, remembers it for the visit, and notices an entry that was altered and entries that are missing', async () => {
  const page = await world.open('admin', `${world.home}/trail`);
  const seal = page.getByRole('region', { name: 'Seal' });
  await seal.getByText('Not verified in this visit').waitFor();
  await seal.getByRole('button', { name: 'Verify the trail' }).click();
  await seal.getByText(/\d+ entries verified/).waitFor();
  await seal.getByText("The server's own check agrees.").waitFor();
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await at(page, 'Workspaces');
  await page.getByRole('link', { name: 'Audit trail' }).click();
  await seal.getByText(/\d+ entries verified/).waitFor();

  const alterExport = async (alter: (lines: readonly string[]) => readonly string[]): Promise<void> => {
    await page.unrouteAll();
    await page.route(/\/audit-logs\/export/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: alter((await response.text()).split('\n')).join('\n') });
    });
    await seal.getByRole('button', { name: 'Verify again' }).click();
  };
  await alterExport((lines) => lines.with(2, lines[2]?.replace('"name":"', '"name":"Not ') ?? ''));
  await seal.getByText('The trail is broken at entry 3').waitFor();
  expect(await seal.getByRole('alert').innerText()).toContain("The server's own check finds nothing wrong.");
  await alterExport((lines) => [...lines.slice(0, 4), '']);
  await seal.getByText(/The trail ends here, but this browser saw entry \d+/).waitFor();
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

it('a page without a connection says so, keeps what it has, and goes on by itself', async () => {
  const page = await world.open('admin', `${world.home}/workspaces`, { own: true });
  await page.getByRole('row', { name: /North/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  expect(await page.getByRole('row', { name: /North/ }).count()).toBe(1);
  await page.context().setOffline(false);
  await page.getByText("You're offline.").waitFor({ state: 'detached' });
  // The browser tells of each request that did not leave.
  world.portal.complaints.splice(0);
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
