import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityOf, desktop } from '../browser.ts';
import { at, expectWellMade, refusalsOf, visit } from '../visitor.ts';
import { type EveryPage, hostile, type Opened, shown, startEveryPage } from './every-page.ts';

let every: EveryPage;
beforeAll(async () => {
  every = await startEveryPage('every-page');
}, 600_000);
afterAll(() => every?.world.stop());

const isAsWideAs = async (page: Page, width: number): Promise<boolean> => {
  await page.setViewportSize({ width, height: 400 });
  return (await page.evaluate<number>('document.documentElement.scrollWidth')) <= width;
};

async function expectAccessible(page: Page, [within, open]: Opened): Promise<void> {
  await open(page);
  await page.locator(within).last().waitFor();
  expect(await accessibilityOf(page, { within })).toEqual([]);
  await page.keyboard.press('Escape');
}

it('every page shows stored text as text, is accessible in light and dark, and fits a phone and a zoom of 200 %; its menus, questions and secrets are accessible in light and dark', async () => {
  const { world, places } = every;
  const page = await world.open('admin', world.home, { userAgent: `Browser ${hostile}` });
  const refusals = refusalsOf(page);
  for (const place of places) {
    await visit(page, place.path);
    await shown(page, place);
    expect({ path: place.path, found: await accessibilityOf(page) }).toEqual({ path: place.path, found: [] });
    // A window of 1280 px at 200 %, and a phone.
    for (const width of [640, 360]) expect(await isAsWideAs(page, width)).toBe(true);
    await page.setViewportSize(desktop);
    for (const opened of place.opened ?? []) await expectAccessible(page, opened);
    await place.leave?.(page);
  }
  expect(await page.evaluate('window.attacked')).toBeUndefined();
  expect(refusals).toEqual([]);
  expect(world.portal.complaints).toEqual([]);
});

it('on a phone the menu is behind a button, opens and closes by keyboard, and a page opens with the focus on its heading', async () => {
  const { world } = every;
  const page = await world.open('admin', `${world.home}/w/north/integrations`);
  await page.setViewportSize({ width: 390, height: 780 });
  await at(page, 'Integrations');
  const menu = page.getByRole('button', { name: 'Menu' });
  const link = page.getByRole('link', { name: 'Overview' });
  expect(await link.isVisible()).toBe(false);
  await menu.press('Enter');
  await link.waitFor();
  expect(await accessibilityOf(page, { within: 'header' })).toEqual([]);
  await link.press('Escape');
  await link.waitFor({ state: 'hidden' });
  expect(await menu.evaluate((button) => button.matches(':focus'))).toBe(true);
  await menu.press('Enter');
  await link.press('Enter');
  await at(page, 'Overview');
  await page.locator('h1:focus').waitFor();
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
});

it('every page behind a link is accessible in light and dark and fits a phone, and no token is in the log', async () => {
  const { world } = every;
  const { portal } = world;
  const secret = 'k1.c2VjcmV0LW9mLWFuLWVuZC1vZi13YXRjaGluZw';
  const link = await world.ada.post<{ connectUrl: string }>(world.integrations, {
    provider: 'criteo',
    name: 'By keys',
  });
  const pages = [
    ['/sign-in', 'Sign in'],
    ['/sign-up', 'Create your organization'],
    ['/sign-in/verify', 'Open the link again'],
    [`/sign-in/verify?token=${secret}`, 'This link no longer works'],
    [`/invitations/${secret}`, "We don't recognize this invitation"],
    [`/unwatch/${secret}`, 'End these emails?'],
    ['/device', 'Sign in'],
    [`/connect/${secret}`, 'This link no longer works'],
    ['/connect/outcome', "There's nothing to show here"],
    [new URL(link.body.connectUrl).pathname, 'Connect Criteo Marketing Solutions'],
    ['/nowhere', "We can't find that page"],
  ] as const;
  const page = await portal.open('/robots.txt');
  for (const [path, heading] of pages) {
    await page.goto(portal.address + path);
    await at(page, heading);
    await expectWellMade(portal, page);
  }
  expect(portal.log()).not.toContain(secret);
});
