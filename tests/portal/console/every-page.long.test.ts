import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forcedColoursOf } from '../browser.ts';
import { at, expectWellMade, refusalsOf } from '../visitor.ts';
import { done, integrations, type Person, startWorld, type World, workspaces } from './world.ts';

/** Text that somebody hostile stores where they may: it must be shown as it is, and do nothing. */
const hostile = '"><img src=x onerror="window.attacked=1">{{7*7}} שלום';

let world: World;
/** Every page of the console, with what it shows: names, providers' texts, keys, a webhook. */
let pages: readonly (readonly [path: string, heading: string])[];

beforeAll(async () => {
  world = await startWorld();
  const { ada, portal } = world;
  const organization = '/v1/organizations/acme';
  await done(ada.patch(organization, { name: `Acme ${hostile}` }));
  await done(ada.patch(`${workspaces}/north`, { name: `North ${hostile}` }));
  await done(ada.patch('/v1/me', { name: `Ada ${hostile}` }));
  const { simulator } = portal.providers.of('the_trade_desk');
  const { id } = await done(
    ada.post<{ id: string }>(integrations, {
      provider: 'the_trade_desk',
      name: `Desk ${hostile}`,
      settings: simulator.ways[0].settings,
    }),
  );
  await done(ada.post(`${integrations}/${id}/credentials`, simulator.ways[0].fields));
  await done(ada.post(integrations, { provider: 'google_ads', name: `Waiting ${hostile}` }));
  const key = await done(
    ada.post<{ id: string }>(`${organization}/api-keys`, {
      name: `Key ${hostile}`,
      level: 'workspace',
      workspaceSlug: 'north',
      role: 'member',
    }),
  );
  await done(ada.post(`${integrations}/${id}/grants`, { apiKeyId: key.id, access: 'read', accounts: null }));
  const webhook = await done(
    ada.post<{ id: string }>(`${organization}/webhooks`, {
      url: 'https://receiver.example/hooks',
      description: `Hook ${hostile}`,
    }),
  );
  await done(ada.post(`${organization}/invitations`, { email: 'invited@partner.example', role: 'viewer' }));
  pages = [
    ['/o/acme', 'Overview'],
    ['/o/acme/workspaces', 'Workspaces'],
    ['/o/acme/members', 'Members'],
    ['/o/acme/keys', 'API keys'],
    [`/o/acme/keys/${key.id}`, 'API keys'],
    ['/o/acme/trail', 'Audit trail'],
    ['/o/acme/developers', 'Developers'],
    [`/o/acme/developers/webhooks/${webhook.id}`, 'Hook'],
    ['/o/acme/settings', 'Settings'],
    ['/o/acme/w/north/integrations', 'Integrations'],
    [`/o/acme/w/north/integrations/${id}`, 'Integrations'],
    ['/o/acme/w/north/integrations/new', 'New integration'],
    ['/o/acme/w/north/members', 'Members'],
    ['/o/acme/w/north/settings', 'Settings'],
    ['/account', 'Your account'],
    ['/?all', 'Your organizations'],
  ];
}, 600_000);
afterAll(() => world?.stop());

/** Waits until the page shows what it reads. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
}

describe('every page', () => {
  it('every page shows stored text as text, is accessible, also with forced colours, and fits a phone and a zoom of 200 %', async () => {
    const page = await world.open('admin', '/o/acme', { userAgent: `Browser ${hostile}` });
    await done(world.ada.patch('/v1/organizations/acme', { domainRole: 'viewer' }));
    const refusals = refusalsOf(page);
    for (const [path, heading] of pages) {
      await page.goto(world.portal.address + path);
      await at(page, heading);
      await settled(page);
      expect(await page.evaluate('window.attacked')).toBeUndefined();
      await expectWellMade(world.portal, page);
      expect(await forcedColoursOf(page)).toEqual([]);
      // A window of 1280 px at 200 %.
      await page.setViewportSize({ width: 640, height: 400 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(640);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    await page.context().close();
    expect(refusals).toEqual([]);
  });

  it('no page asks the API for what a member, a viewer or a guest may not read', async () => {
    const visit = async (person: Person): Promise<string[]> => {
      const page = await world.open(person, '/o/acme');
      const refusals = refusalsOf(page);
      for (const [path] of pages) {
        await page.goto(world.portal.address + path);
        await page.locator('h1[tabindex]').waitFor();
        await settled(page);
        if ((await page.getByRole('alert').count()) > 0) refusals.push(`an alert at ${path}`);
      }
      await page.context().close();
      return refusals.map((refusal) => `${person}: ${refusal}`);
    };
    // At once: most of the time pages wait for answers.
    expect((await Promise.all((['member', 'viewer', 'guest'] as const).map(visit))).flat()).toEqual([]);
    expect(world.portal.complaints).toEqual([]);
  });
});
