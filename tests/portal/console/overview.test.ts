import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, chord, expectWellMade, requestsOf } from '../visitor.ts';
import { done, integrations, startWorld, type World, workspaces } from './world.ts';

const tradeDesk = 'the_trade_desk';
const acme = '/v1/organizations/acme';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 600_000);
afterAll(() => world?.stop());

interface Made {
  readonly id: string;
}

const make = (name: string, { provider = tradeDesk, workspace = 'north' } = {}): Promise<Made> => {
  const { settings } = world.portal.providers.of(provider).simulator.ways[0];
  return done(world.ada.post<Made>(`${workspaces}/${workspace}/integrations`, { provider, name, settings }));
};

async function connected(name: string): Promise<Made> {
  const made = await make(name);
  const { fields } = world.portal.providers.of(tradeDesk).simulator.ways[0];
  await done(world.ada.post(`${integrations}/${made.id}/credentials`, fields));
  return made;
}

/** Verifies it while the provider has a fault of this kind. */
async function verifiedWith(name: string, kind: string): Promise<Made> {
  const made = await connected(name);
  const { simulator, fail } = world.portal.providers.of(tradeDesk);
  fail(simulator.faults.find((fault) => fault.kind === kind && fault.shows === 'verify'));
  await done(world.ada.post(`${integrations}/${made.id}/verify`));
  fail();
  return made;
}

async function endsSoon({ id }: Made): Promise<void> {
  const statement = `update integration.integrations set authorization_ends_at = now() + interval '3 days 1 hour' where id = $1`;
  expect(await world.portal.sql(statement, [id])).toBe(1);
}

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
const isFocused = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).evaluate((heading) => heading.matches(':focus'));

it('a new organization is led to its first integration, and a guest of it to the workspace', async () => {
  const page = await world.open('admin', '/o/acme');
  await page.getByRole('heading', { name: 'Three steps to your first connection' }).waitFor();
  const steps = page.getByRole('listitem');
  for (const step of [0, 1]) await steps.nth(step).getByText('Done').waitFor();
  await expectWellMade(world.portal, page);
  await steps.nth(2).getByRole('button', { name: 'New integration' }).press('Enter');
  await page.waitForURL('**/o/acme/w/north/integrations/new');

  const guest = await world.open('guest', '/o/acme');
  await guest.getByRole('heading', { name: 'No integrations yet' }).waitFor();
  expect(await guest.getByRole('button', { name: /New|Invite/ }).count()).toBe(0);
  await guest
    .getByRole('navigation', { name: 'Your workspaces' })
    .getByRole('link', { name: 'North' })
    .click();
  await guest.waitForURL('**/o/acme/w/north/integrations');
});

describe('of an organization with integrations', () => {
  let broken: Made;
  beforeAll(async () => {
    await done(world.ada.post(workspaces, { name: 'South coast', slug: 'south' }));
    broken = await verifiedWith('Nordlicht Programmatic', 'permanent');
    await verifiedWith('Nordlicht Video', 'transient');
    await endsSoon(await connected('Nordlicht Display'));
    await make('Nordlicht Search', { provider: 'google_ads' });
    for (let number = 1; number <= 50; number += 1)
      await make(`Shop ${number}`, { provider: 'meta_ads', workspace: 'south' });
    await done(world.ada.post(`${acme}/api-keys`, { name: 'Reporting', level: 'user', expiresInDays: 3 }));
  });

  it('an admin sees what broke, who has not connected, what ends and what happened', async () => {
    const page = await world.open('admin', '/o/acme');
    await at(page, 'Overview');
    const attention = card(page, 'Needs attention');
    await attention.getByRole('link', { name: /Nordlicht Video.*Check failed/s }).waitFor();
    const waiting = card(page, 'Waiting for the client');
    await waiting.getByRole('link', { name: /Nordlicht Search.*Link expires in/s }).waitFor();
    const ending = card(page, 'Ends within two weeks');
    await ending.getByRole('link', { name: /Nordlicht Display.*Access ends in 3 days/s }).waitFor();
    expect(
      await ending.getByRole('link', { name: /Reporting.*API key.*Expires in/s }).getAttribute('href'),
    ).toMatch(/^\/o\/acme\/keys\/[\w-]+$/);
    await card(page, 'What happened last').getByText('Reporting').first().waitFor();
    await expectWellMade(world.portal, page);

    await waiting.getByRole('button', { name: 'Show all 51' }).click();
    await page.waitForURL('**/o/acme?status=pending');
    const tile = page.getByRole('button', { name: /not connected yet/ });
    await expect.poll(() => tile.getAttribute('aria-pressed')).toBe('true');
    await attention.getByRole('link', { name: /Nordlicht Programmatic.*Stopped working/s }).click();
    await page.waitForURL(`**/o/acme/w/north/integrations/${broken.id}`);
  });

  it('counts, search and filters narrow the list of all integrations, and stay in the address', async () => {
    const page = await world.open('admin', '/o/acme');
    const list = page.getByRole('grid', { name: 'All integrations' });
    await list.getByRole('row').nth(1).waitFor();
    // The next page arrives when the end of the first comes into sight.
    await list.getByRole('row').nth(1).press('End');
    await expect.poll(() => list.getAttribute('aria-rowcount')).toBe('55');
    await page.getByRole('button', { name: /1\s*ending within a week/ }).click();
    await page.waitForURL('**/o/acme?status=ending');
    await expect.poll(() => list.getByRole('row').allInnerTexts()).toHaveLength(2);
    expect(await list.getByRole('row').nth(1).innerText()).toContain('Nordlicht Display');
    await page.reload();
    await expect.poll(() => list.getByRole('row').allInnerTexts()).toHaveLength(2);

    await page.getByRole('combobox', { name: 'Workspace' }).selectOption('South coast');
    await page.getByText('No integration matches.').waitFor();
    await page.getByRole('button', { name: /0\s*stopped working/ }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('searchbox', { name: 'Find an integration' }).fill('shop 49');
    await page.waitForURL('**/o/acme?q=shop+49');
    await expect.poll(() => list.getByRole('row').allInnerTexts()).toHaveLength(2);
    await list.getByRole('row').nth(1).press('Enter');
    await page.waitForURL('**/o/acme/w/south/integrations/*');
  });

  it('a guest sees the integrations of their workspace, and no trail', async () => {
    const page = await world.open('guest', '/o/acme/workspaces');
    const read = requestsOf(page, 'GET', `${acme}/audit-logs`);
    const row = page.getByRole('row', { name: /North/ });
    await row.getByText('3 need attention').waitFor();
    await row.getByText('1 not connected yet').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await card(page, 'Needs attention')
      .getByRole('link', { name: /Nordlicht Video/ })
      .waitFor();
    await page.getByRole('button', { name: /1\s*not connected yet/ }).waitFor();
    expect(await page.getByRole('heading', { name: 'What happened last' }).count()).toBe(0);
    expect(read).toEqual([]);
    await expectWellMade(world.portal, page);
  });

  it('the palette finds pages, integrations, people and keys, and opens what is chosen', async () => {
    const page = await world.open('admin', '/o/acme/w/north/integrations');
    await at(page, 'Integrations');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    const find = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await palette.getByRole('searchbox').fill(text);
    };
    const choose = async (name: RegExp, address: string): Promise<void> => {
      // The one that Enter opens.
      await palette.getByRole('menuitem', { name }).and(page.locator('[data-focused]')).waitFor();
      await palette.getByRole('searchbox').press('Enter');
      await page.waitForURL(address);
      await palette.waitFor({ state: 'detached' });
    };
    // The focus returns to where it was.
    await expect.poll(() => isFocused(page, 'Integrations')).toBe(true);
    await page.keyboard.press('Control+k');
    await palette.getByRole('menuitem', { name: 'New integration in North' }).waitFor();
    await expectWellMade(world.portal, page);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(page, 'Integrations')).toBe(true);

    await find('xyzzy');
    await palette.getByText('Nothing found for “xyzzy”.').waitFor();
    await palette.getByRole('searchbox').fill('programm');
    await choose(/Nordlicht Programmatic.*The Trade Desk · North/, `**/w/north/integrations/${broken.id}`);
    await find('mia@');
    await choose(/mia@acme.example/, '**/o/acme/members?q=mia%40acme.example');
    await find('report');
    await palette.getByRole('group', { name: 'API keys' }).waitFor();
    await choose(/Reporting/, '**/o/acme/keys/*');
    await find('new work');
    await choose(/New workspace/, '**/o/acme/workspaces?new=1');
    await page.getByRole('dialog', { name: 'New workspace' }).waitFor();
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
    await expectWellMade(world.portal, page);
    await page.keyboard.press('Escape');
    await all.waitFor({ state: 'detached' });
    await expect.poll(() => switcher.evaluate((button) => button.matches(':focus'))).toBe(true);
  });

  it('the palette says why a viewer cannot do something', async () => {
    const page = await world.open('viewer', '/o/acme');
    await at(page, 'Overview');
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await page.getByRole('searchbox', { name: 'Search or jump to' }).fill('new');
    for (const name of [/New workspace/, /New integration in North/]) {
      const item = page.getByRole('menuitem', { name });
      await item.waitFor();
      expect(await item.getAttribute('data-refused')).toBe('true');
      expect(await item.innerText()).toContain('Your role here is viewer.');
    }
    await expectWellMade(world.portal, page);
  });

  it('keys open pages, the search box and the list of keys, until they are turned off', async () => {
    const page = await world.open('member', '/o/acme/members');
    await at(page, 'Members');
    await chord(page, ['g', 'w'], '/o/acme/workspaces');
    await at(page, 'Workspaces');
    await expect.poll(() => isFocused(page, 'Workspaces')).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('g?');
    await expect
      .poll(() => page.getByRole('searchbox', { name: 'Find a workspace' }).inputValue())
      .toBe('g?');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    await expectWellMade(world.portal, page);
    await dialog.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await at(page, 'Workspaces');
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'Search or jump to' }).waitFor();
    expect(await dialog.count()).toBe(0);
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
    await expectWellMade(world.portal, page);
    await page.getByRole('link', { name: 'API keys' }).press('Escape');
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
    expect(await menu.evaluate((button) => button.matches(':focus'))).toBe(true);
    await menu.press('Enter');
    await page.getByRole('link', { name: 'Overview' }).press('Enter');
    await at(page, 'Overview');
    await expect.poll(() => isFocused(page, 'Overview')).toBe(true);
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
  });
});
