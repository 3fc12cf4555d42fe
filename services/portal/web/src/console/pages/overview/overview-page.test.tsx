import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { example, sent } from '../../../testing/api.ts';
import {
  address,
  fill,
  open,
  organization,
  pageAs,
  passes,
  press,
  says,
  workspace,
} from '../../../testing/page.tsx';
import { words } from '../../words/words.ts';

const text = words.overview;
const page = example('listOrganizationIntegrations');
const [works] = page.integrations;
if (works === undefined) throw new Error('the example has no integration');
const broken = { ...works, id: 'b', name: 'Sonne', status: 'error' as const, statusDetail: 'Withdrawn.' };
const waiting = { ...works, id: 'w', name: 'Welle', status: 'pending' as const, connectedAt: null };
const ending = { ...works, id: 'e', name: 'Ebbe', authorizationEndsAt: '2026-11-20T00:00:00.000Z' };
const counts = { pending: 1, active: 2, error: 1, disabled: 0, ending: 1 };
const nothing = {
  integrations: [],
  nextCursor: null,
  counts: { pending: 0, active: 0, error: 0, disabled: 0, ending: 0 },
};

/** Filters like the API. */
const filtered = ({ status, endsBefore, q }: Readonly<Record<string, unknown>>) => {
  const all = [broken, waiting, ending, works];
  const integrations = all
    .filter((each) => status === undefined || each.status === status)
    .filter((each) => endsBefore === undefined || each.authorizationEndsAt !== null)
    .filter((each) => q === undefined || each.name.toLowerCase().includes(q as string));
  return { integrations, nextCursor: null, counts };
};

it('an admin sees what broke, who has not connected, what ends and what happened', async () => {
  const [key] = example('listApiKeys').apiKeys;
  await open(organization, {
    listOrganizationIntegrations: filtered,
    listApiKeys: { apiKeys: [{ ...key, expiresAt: '2026-11-18T00:00:00.000Z' } as NonNullable<typeof key>] },
  });
  const card = (title: string): string =>
    screen.getByRole('heading', { name: new RegExp(`^${title}`) }).closest('section')?.textContent ?? '';
  expect(card(text.attention.title)).toContain('Sonne');
  expect(card(text.waiting.title)).toContain(`Welle`);
  expect(card(text.waiting.title)).toContain(text.waiting.noLink);
  expect(card(text.ending.title)).toMatch(/Reporting.*Ebbe/);
  expect(card(text.activity.title)).toContain('Ada Lovelace');
});

it('a count filters the list, is kept in the URL, and a second press clears it', async () => {
  await open(organization, { listOrganizationIntegrations: filtered });
  const list = (): string => screen.getByRole('grid', { name: text.list.title }).textContent;
  const tile = new RegExp(`${text.list.tiles.error}$`);
  await press('button', tile);
  expect(address()).toBe(`${organization}?status=error`);
  expect(list()).toContain('Sonne');
  expect(list()).not.toContain('Welle');
  await press('button', tile);
  expect(address()).toBe(organization);
});

it('a search is debounced, and one without a match can be cleared', async () => {
  await open(organization, { listOrganizationIntegrations: filtered });
  await fill(text.list.search, 'zzz');
  await passes(200);
  expect(sent('listOrganizationIntegrations').at(-1)).toMatchObject({ q: 'zzz' });
  expect(says(text.list.none)).toBe(true);
  await press('button', text.list.clear);
  expect(address()).toBe(organization);
});

it('a long list reads its next page when its end is visible, and does not retry a failure in a loop', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...works,
    id: `i${index}`,
    name: `Client ${index}`,
  }));
  await open(organization, {
    listOrganizationIntegrations: ({ cursor, limit }) =>
      limit !== undefined
        ? { ...page, integrations: many }
        : cursor === undefined
          ? { integrations: many, nextCursor: 'next', counts }
          : { integrations: [{ ...works, id: 'last', name: 'The last' }], nextCursor: null, counts },
  });
  await passes(100);
  const pages = sent('listOrganizationIntegrations').filter(({ cursor }) => cursor === 'next');
  expect(pages).toHaveLength(1);
  expect(within(screen.getByRole('grid', { name: text.list.title })).getByText('The last')).toBeDefined();
});

it('a new organization is led by three steps to its first integration', async () => {
  await open(organization, {
    listOrganizationIntegrations: nothing,
    listWorkspaces: { workspaces: [] },
    listOrganizationMembers: { members: [] },
    listOrganizationInvitations: { invitations: [] },
  });
  expect(says(text.setUp.system.needsWorkspace)).toBe(true);
  await press('button', text.setUp.workspace.action);
  expect(address()).toBe(`${organization}/workspaces?new=1`);
});

it('steps that are done are marked, and the last one leads into the only workspace', async () => {
  await open(organization, { listOrganizationIntegrations: nothing });
  expect(screen.getAllByText(text.setUp.done)).toHaveLength(2);
  await press('button', text.setUp.system.action);
  expect(address()).toBe(`${workspace}/integrations/new`);
});

it('a guest sees the integrations of their workspaces, and neither trail nor keys', async () => {
  await pageAs('guest', organization, ['listOrganizationIntegrations']);
  expect(says('Nordlicht')).toBe(true);
  expect(says(text.activity.title)).toBe(false);
  expect(sent('listAuditLogs')).toEqual([]);
  expect(sent('listApiKeys')).toEqual([]);
});

it('a guest without a workspace reads whom to ask', async () => {
  await pageAs('guest', organization, [], {
    listOrganizationIntegrations: nothing,
    listWorkspaces: { workspaces: [] },
  });
  expect(says(text.nothing.noWorkspace)).toBe(true);
});

it('all that needs attention is listed, whatever its name, and counted exactly', async () => {
  const failing = { ...works, id: 'f', name: 'Zz', lastError: 'No answer.' };
  const stopped = Array.from({ length: 8 }, (_, index) => ({ ...broken, id: `s${index}` }));
  await open(organization, {
    listOrganizationIntegrations: ({ cursor, limit, status }) => {
      if (limit !== '200' || status !== undefined) return { integrations: [works], nextCursor: null, counts };
      // All rows of the first page need attention, so that there may be more.
      return cursor === undefined
        ? { integrations: stopped, nextCursor: 'next', counts }
        : { integrations: [failing, works], nextCursor: 'more', counts };
    },
  });
  await passes(100);
  const card = screen.getByRole('heading', { name: text.attention.title }).closest('section');
  expect(card?.textContent).toContain(text.more('9'));
  const pages = sent('listOrganizationIntegrations').map(({ cursor }) => cursor);
  expect(pages).toContain('next');
  expect(pages).not.toContain('more');
});

it('the client whose link ends first is waited for first, after those without a link', async () => {
  const link = (expiresAt: string) => ({
    connectLink: { connectUrl: 'https://app.patchbay.example/connect#t', expiresAt, expired: false },
  });
  const pending = [
    { ...waiting, id: '1', name: 'A later', ...link('2026-11-22T09:30:00.000Z') },
    { ...waiting, id: '2', name: 'Z soon', ...link('2026-11-16T09:30:00.000Z') },
    { ...waiting, id: '3', name: 'M none' },
  ];
  await open(organization, {
    listOrganizationIntegrations: ({ status }) =>
      status === 'pending' ? { integrations: pending, nextCursor: null, counts } : filtered({ status }),
  });
  const card = screen.getByRole('heading', { name: text.waiting.title }).closest('section');
  expect(card?.textContent).toMatch(/M none.*Z soon.*A later/);
});

it('equal lines of what happened last are one line with their number', async () => {
  const [entry, ...others] = example('listAuditLogs').auditLogs;
  if (entry === undefined) throw new Error('the example has no entry');
  const again = { ...entry, id: '2', sequence: 2 };
  await open(organization, { listAuditLogs: { auditLogs: [entry, ...others, again], nextCursor: null } });
  const card = screen.getByRole('heading', { name: text.activity.title }).closest('section');
  expect(card?.querySelectorAll('li')).toHaveLength(1 + others.length);
  expect(says(text.activity.times('2'))).toBe(true);
});
