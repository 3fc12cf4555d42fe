import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Answers, example, problem } from '../testing/api.ts';
import { open, organization, press, recover, says, workspace } from '../testing/page.tsx';
import { words as linkWords } from '../words/words.ts';
import { words } from './words/words.ts';

interface Page {
  readonly path: string;
  /** Of its heading. */
  readonly title: string;
  /** What it has from the examples. */
  readonly shows: string;
  /** The operation that it cannot do without. */
  readonly reads: keyof Answers;
  /** What the API answers where there is nothing yet, and what the page says then. */
  readonly empty?: { readonly answers: Answers; readonly says: string };
}

const key = '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807';
const integration = '0199c1f5-6b82-7d97-8f3a-c4fb06a8d918';
const webhook = '0199c1fa-2c47-7b1d-9f60-1d83a5c4e721';
const noIntegrations = {
  integrations: [],
  nextCursor: null,
  counts: { pending: 0, active: 0, error: 0, disabled: 0, ending: 0 },
};

const pages: readonly Page[] = [
  {
    path: '/?all',
    title: words.home.title,
    shows: 'Acme Media',
    reads: 'listOrganizations',
    empty: {
      answers: { listOrganizations: { organizations: [] }, listMyInvitations: { invitations: [] } },
      says: words.home.none,
    },
  },
  {
    path: '/account',
    title: words.account.title,
    shows: 'Acme Media',
    reads: 'listOrganizations',
    empty: { answers: { listOrganizations: { organizations: [] } }, says: words.account.none },
  },
  {
    path: organization,
    title: words.overview.title,
    shows: 'Nordlicht',
    reads: 'listOrganizationIntegrations',
    empty: { answers: { listOrganizationIntegrations: noIntegrations }, says: words.overview.setUp.title },
  },
  {
    path: `${organization}/workspaces`,
    title: words.workspaces.title,
    shows: 'Brand campaigns',
    reads: 'listWorkspaces',
    empty: { answers: { listWorkspaces: { workspaces: [] } }, says: words.workspaces.noneText },
  },
  {
    path: `${organization}/members`,
    title: words.members.title,
    shows: 'grace@acme.example',
    reads: 'listOrganizationMembers',
    empty: {
      answers: {
        listOrganizationMembers: { members: example('listOrganizationMembers').members.slice(0, 1) },
        listOrganizationInvitations: { invitations: [] },
      },
      says: words.members.alone,
    },
  },
  {
    path: `${organization}/keys`,
    title: words.keys.title,
    shows: 'Reporting',
    reads: 'listApiKeys',
    empty: { answers: { listApiKeys: { apiKeys: [] } }, says: words.keys.noneText },
  },
  {
    path: `${organization}/keys/${key}`,
    title: words.keys.title,
    shows: 'pby_7Qd2mXr9TfK',
    reads: 'getApiKey',
  },
  {
    path: `${organization}/trail`,
    title: words.trail.title,
    shows: 'Ada Lovelace',
    reads: 'listAuditLogs',
    empty: { answers: { listAuditLogs: { auditLogs: [], nextCursor: null } }, says: words.trail.none },
  },
  {
    path: `${organization}/developers`,
    title: words.developers.title,
    shows: 'Alerts of the team',
    reads: 'listWebhooks',
    empty: { answers: { listWebhooks: { webhooks: [] } }, says: words.webhooks.noneText },
  },
  {
    path: `${organization}/developers/webhooks/${webhook}`,
    title: 'Alerts of the team',
    shows: 'user.updated',
    reads: 'listDeliveries',
    empty: {
      answers: { listDeliveries: { deliveries: [], nextCursor: null } },
      says: words.webhooks.deliveries.none,
    },
  },
  {
    path: `${organization}/settings`,
    title: words.settings.title,
    shows: 'acme.example',
    reads: 'getOrganization',
  },
  {
    path: `${workspace}/integrations`,
    title: words.integrations.title,
    shows: 'Nordlicht',
    reads: 'listIntegrations',
    empty: { answers: { listIntegrations: { integrations: [] } }, says: words.integrations.noneText },
  },
  {
    path: `${workspace}/integrations/new`,
    title: words.newIntegration.title,
    shows: 'Google Ads',
    reads: 'listProviders',
  },
  {
    path: `${workspace}/integrations/${integration}`,
    title: words.integrations.title,
    shows: 'Nordlicht GmbH',
    reads: 'getIntegration',
  },
  {
    path: `${workspace}/members`,
    title: words.members.title,
    shows: 'mary@studio.example',
    reads: 'listWorkspaceMembers',
    empty: {
      answers: {
        listWorkspaceMembers: { members: example('listWorkspaceMembers').members.slice(0, 1) },
        listWorkspaceInvitations: { invitations: [] },
      },
      says: words.members.alone,
    },
  },
  {
    path: `${workspace}/settings`,
    title: words.settings.title,
    shows: 'brand-campaigns',
    reads: 'getWorkspace',
  },
];

const heading = (): string | null => screen.queryByRole('heading', { level: 1 })?.textContent ?? null;

it.each(pages)('$path draws what the API answers, under its heading', async ({ path, title, shows }) => {
  await open(path);
  expect(heading()).toBe(title);
  expect(says(shows)).toBe(true);
});

it.each(pages.flatMap(({ path, empty }) => (empty === undefined ? [] : [{ path, empty }])))(
  '$path teaches what to do where there is nothing yet',
  async ({ path, empty }) => {
    await open(path, empty.answers);
    expect(says(empty.says)).toBe(true);
  },
);

it.each(pages)(
  '$path says that something is unavailable, with the request to quote, and reads again when asked',
  async ({ path, shows, reads }) => {
    await open(path, { [reads]: problem(503) });
    expect(says(linkWords.common.unavailable)).toBe(true);
    expect(says('req-1')).toBe(true);
    recover();
    await press('button', linkWords.common.tryAgain);
    expect(says(linkWords.common.unavailable)).toBe(false);
    expect(says(shows)).toBe(true);
  },
);
