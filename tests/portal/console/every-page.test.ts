import { afterAll, beforeAll, expect, it } from 'vitest';
import { forcedColoursOf } from '../browser.ts';
import { at, expectWellMade, refusalsOf } from '../visitor.ts';
import { type EveryPage, hostile, settled, startEveryPage } from './every-page.ts';

let every: EveryPage;
beforeAll(async () => {
  every = await startEveryPage();
}, 600_000);
afterAll(() => every?.world.stop());

it('every page shows stored text as text, is accessible in light and dark and with forced colours, and fits a phone and a zoom of 200 %', async () => {
  const { world, pages, opened } = every;
  const page = await world.open('admin', '/o/acme', { userAgent: `Browser ${hostile}` });
  const refusals = refusalsOf(page);
  for (const [path, heading] of [...pages, ...opened]) {
    await page.goto(world.portal.address + path);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await settled(page);
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    await expectWellMade(world.portal, page);
    expect(await forcedColoursOf(page)).toEqual([]);
    // A window of 1280 px at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(640);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
  expect(refusals).toEqual([]);
});

it('every page behind a link is accessible in light and dark and fits a phone, and no token is in the log', async () => {
  const { world } = every;
  const { portal } = world;
  const secret = 'k1.c2VjcmV0LW9mLWFuLWVuZC1vZi13YXRjaGluZw';
  const link = await world.ada.post<{ connectUrl: string }>(
    '/v1/organizations/acme/workspaces/north/integrations',
    { provider: 'criteo', name: 'By keys' },
  );
  const pages = [
    ['/sign-in', 'Sign in'],
    ['/sign-up', 'Create your organization'],
    ['/sign-in/verify', 'Open the link again'],
    [`/sign-in/verify?token=${secret}`, 'This link no longer works'],
    [`/invitations/${secret}`, "We don't recognize this invitation"],
    [`/unwatch/${secret}`, 'End these emails?'],
    ['/device', 'Sign in'],
    [`/connect/${secret}`, 'This link was already used or replaced'],
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
