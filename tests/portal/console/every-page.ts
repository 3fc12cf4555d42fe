import type { Page } from 'playwright-core';
import { done, integrations, startWorld, type World, workspaces } from './world.ts';

/** Text that somebody hostile stores where they may: it must be shown as it is, and do nothing. */
export const hostile = '"><img src=x onerror="window.attacked=1">{{7*7}} שלום';

export interface EveryPage {
  readonly world: World;
  /** Every page of the console, with what it shows: names, providers' texts, keys, a webhook. */
  readonly pages: readonly (readonly [path: string, heading: string])[];
  /** Tabs, forms and dialogs that an address opens, with a heading of each. */
  readonly opened: readonly (readonly [path: string, heading: string])[];
}

/** Starts a platform in which every page has something to show. */
export async function startEveryPage(): Promise<EveryPage> {
  const world = await startWorld();
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
  const pages = [
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
  ] as const;
  const integration = `/o/acme/w/north/integrations/${id}`;
  const opened = [
    ['/o/acme/workspaces?new=1', 'New workspace'],
    ['/o/acme/members?open=invite', 'Invite people'],
    ['/o/acme/keys?new=1', 'New key'],
    ['/o/acme/developers?new=webhook', 'New webhook'],
    [`${integration}?tab=settings`, 'General'],
    [`${integration}?tab=accounts`, 'Desk'],
    [`${integration}?tab=access`, 'API keys'],
    [`${integration}?tab=history`, 'Desk'],
    ['/o/acme/w/north/integrations/new?provider=google_ads', 'New Google Ads integration'],
    ['/o/acme/w/north/members?open=add', 'Add a member'],
  ] as const;
  return { world, pages, opened };
}

/** Waits until the page shows what it reads. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
}
