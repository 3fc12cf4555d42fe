import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { done, startWorld, type World } from './world.ts';

const built = new URL('../../../services/portal/web/dist/.vite/pages.json', import.meta.url);
/** The pages of the console, but for those that need an id, and for home, which leads on to an organization. */
const pages = (JSON.parse(readFileSync(built, 'utf8')) as { path: string; title: string }[]).filter(
  ({ path }) => path !== '/' && !path.endsWith('/:id'),
);

/** Text that somebody hostile stores where they may: it must be shown as it is, and do nothing. */
export const hostile = '"><img src=x onerror="window.attacked=1">{{7*7}} שלום';

/** What opens above a page, as a selector, and what a person does for it. Escape closes it. */
export type Opened = readonly [within: string, open: (page: Page) => Promise<unknown>];

export interface Place {
  readonly path: string;
  /** A heading, or a tab that is open, which the place before it in the list does not have. */
  readonly heading?: string;
  readonly tab?: string;
  readonly opened?: readonly Opened[];
  /** Leaves it where Escape does not. */
  readonly leave?: (page: Page) => Promise<void>;
}

export interface EveryPage {
  readonly world: World;
  /** Every page of the console, with what it shows: names, providers' texts, keys, a webhook. */
  readonly places: readonly Place[];
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** A dialog that a button opens. */
const dialog = (name: string): Opened => ['[role=dialog]', (page) => press(page, name)];

/** A menu that a button opens, and the dialog of one of its items. */
const menu = (name: string | RegExp, item: string): readonly Opened[] => [
  ['[role=menu]', (page) => press(page, name)],
  [
    '[role=dialog]',
    async (page) => {
      await press(page, name);
      await page.getByRole('menuitem', { name: item }).click();
    },
  ],
];

const palette: Opened = [
  '[role=dialog]',
  async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'Search or jump to' }).waitFor();
  },
];

/** What is shown once stays open until it is copied or the person insists. */
const revealed: readonly Opened[] = [
  [
    '[role=dialog]',
    async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Shown once');
      await press(page, 'Create key');
      await page.getByRole('group', { name: 'API key' }).waitFor();
    },
  ],
  dialog('Done'),
];

/** The last step of the drawer, whose key was not copied. */
const rowsOfFirstRead: readonly Opened[] = [
  [
    '[role=dialog]',
    async (page) => {
      await page.getByRole('radio', { name: 'All accounts of the connection' }).check();
      await press(page, 'Give access and run');
      await page.getByRole('cell').first().waitFor();
    },
  ],
  ['[role=dialog]', (page) => press(page, 'Show the key')],
];

/** Starts an organization in which every page has something to show. */
export async function startEveryPage(slug: string): Promise<EveryPage> {
  const world = await startWorld(slug);
  const { ada, portal, home, organization, integrations } = world;
  await done(ada.patch(organization, { name: `Acme ${hostile}` }));
  await done(ada.patch(`${organization}/workspaces/north`, { name: `North ${hostile}` }));
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
  await done(
    ada.post(`${organization}/invitations`, { email: `invited@${slug}.partner.example`, role: 'viewer' }),
  );
  const north = `${home}/w/north`;
  const integration = `${north}/integrations/${id}`;
  const opened: Readonly<Record<string, readonly Opened[]>> = {
    '/o/:org': [
      ['[role=menu]', (page) => press(page, /^Switch organization/)],
      palette,
      ['[role=dialog]', (page) => page.keyboard.press('?')],
    ],
    '/o/:org/members': menu('Actions for mia', 'Remove'),
    '/o/:org/settings': [dialog('Delete organization')],
    '/o/:org/w/:workspace/settings': [dialog('Delete workspace')],
    '/account': [dialog('Delete account')],
  };
  const places: readonly Place[] = [
    { path: '/?all', heading: 'Your organizations' },
    ...pages.map(({ path, title }) => ({
      path: path.replace('/:id?', '').replace('/o/:org', home).replace(':workspace', 'north'),
      heading: title,
      opened: opened[path] ?? [],
    })),
    { path: `${home}/workspaces?new=1`, heading: 'New workspace' },
    { path: `${home}/members?open=invite`, heading: 'Invite people' },
    { path: `${home}/keys/${key.id}`, heading: 'Key "', opened: [dialog('Rotate'), dialog('Revoke')] },
    {
      path: `${home}/keys?new=1`,
      heading: 'New key',
      opened: revealed,
      leave: (page) => press(page, 'Close without copying'),
    },
    { path: `${home}/developers?new=webhook`, heading: 'New webhook' },
    {
      path: `${home}/developers/webhooks/${webhook.id}`,
      heading: 'Hook "',
      opened: [dialog('Rotate secret'), dialog('Delete')],
    },
    { path: integration, heading: 'Desk "', opened: menu(/^More actions for Desk/, 'Delete') },
    { path: `${integration}?tab=settings`, tab: 'Settings' },
    { path: `${integration}?tab=accounts`, tab: 'Accounts' },
    { path: `${integration}?tab=access`, tab: 'Access', opened: [dialog('Add a key')] },
    { path: `${integration}?tab=history`, tab: 'History' },
    { path: `${integration}?use=1`, heading: 'Use Desk "', opened: rowsOfFirstRead },
    { path: `${north}/integrations/new?provider=google_ads`, heading: 'New integration with Google Ads' },
    { path: `${north}/members?open=add`, heading: 'Add a member' },
  ];
  return { world, places };
}

/** What lies above a page hides it from assistive technology, and lets go of it after it has closed. Dialogs of a place stay. */
const isUncovered = `document.documentElement.style.overflow !== 'hidden' ||
  [...document.querySelectorAll('[role=dialog]')].some((dialog) => dialog.checkVisibility({ opacityProperty: true, visibilityProperty: true }))`;

/** Waits until the page shows a place, and what it reads there. */
export async function shown(page: Page, { heading = '', tab }: Place): Promise<void> {
  if (tab === undefined) await page.getByRole('heading', { name: heading }).first().waitFor();
  else await page.getByRole('tab', { name: tab, selected: true }).waitFor();
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate<boolean>(isUncovered)).toBe(true);
}
