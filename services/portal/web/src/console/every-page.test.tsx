import { screen } from '@testing-library/react';
import { matchPath } from 'react-router';
import { expect, it } from 'vitest';
import { type Answers, example, problem } from '../testing/api.ts';
import { open, organization, press, recover, says, workspace } from '../testing/page.tsx';
import { words as linkWords } from '../words/words.ts';
import { type Page, pages } from './pages.ts';
import { history as historyWords } from './words/en/history.ts';
import { members as memberWords } from './words/en/members.ts';
import { trail as trailWords } from './words/en/trail.ts';
import { webhooks as webhooksWords } from './words/en/webhooks.ts';
import { words } from './words/words.ts';

interface Visit {
  readonly path: string;
  /** The heading. Default: the title of the page. */
  readonly title?: string;
  /** Texts of the examples that the page shows. */
  readonly shows: string;
  /** The read without which the page shows a failure. */
  readonly reads: keyof Answers;
  /** The answers of an empty API, and the text of the page then. */
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

const visits: readonly Visit[] = [
  {
    path: '/?all',
    shows: 'Acme Media',
    reads: 'listOrganizations',
    empty: {
      answers: { listOrganizations: { organizations: [] }, listMyInvitations: { invitations: [] } },
      says: words.home.none,
    },
  },
  {
    path: '/account',
    shows: 'Acme Media',
    reads: 'listOrganizations',
    empty: { answers: { listOrganizations: { organizations: [] } }, says: words.account.none },
  },
  {
    path: organization,
    shows: 'Nordlicht',
    reads: 'listOrganizationIntegrations',
    empty: { answers: { listOrganizationIntegrations: noIntegrations }, says: words.overview.setUp.title },
  },
  {
    path: `${organization}/workspaces`,
    shows: 'Brand campaigns',
    reads: 'listWorkspaces',
    empty: { answers: { listWorkspaces: { workspaces: [] } }, says: words.workspaces.noneText },
  },
  {
    path: `${organization}/members`,
    shows: 'grace@acme.example',
    reads: 'listOrganizationMembers',
    empty: {
      answers: {
        listOrganizationMembers: { members: example('listOrganizationMembers').members.slice(0, 1) },
        listOrganizationInvitations: { invitations: [] },
      },
      says: memberWords.alone,
    },
  },
  {
    path: `${organization}/keys`,
    shows: 'Reporting',
    reads: 'listApiKeys',
    empty: { answers: { listApiKeys: { apiKeys: [] } }, says: words.keys.noneText },
  },
  {
    path: `${organization}/keys/${key}`,
    shows: 'pby_7Qd2mXr9TfK',
    reads: 'getApiKey',
  },
  {
    path: `${organization}/trail`,
    shows: 'Ada Lovelace',
    reads: 'listAuditLogs',
    empty: { answers: { listAuditLogs: { auditLogs: [], nextCursor: null } }, says: trailWords.none },
  },
  {
    path: `${organization}/developers`,
    shows: 'Alerts of the team',
    reads: 'listWebhooks',
    empty: { answers: { listWebhooks: { webhooks: [] } }, says: webhooksWords.noneText },
  },
  {
    path: `${organization}/developers/webhooks/${webhook}`,
    title: 'Alerts of the team',
    shows: 'user.updated',
    reads: 'listDeliveries',
    empty: {
      answers: { listDeliveries: { deliveries: [], nextCursor: null } },
      says: webhooksWords.deliveries.none,
    },
  },
  {
    path: `${organization}/settings`,
    shows: 'acme.example',
    reads: 'getOrganization',
  },
  {
    path: `${workspace}/integrations`,
    shows: 'Nordlicht',
    reads: 'listIntegrations',
    empty: { answers: { listIntegrations: { integrations: [] } }, says: words.integrations.noneText },
  },
  {
    path: `${workspace}/integrations/new`,
    shows: 'Google Ads',
    reads: 'listProviders',
  },
  {
    path: `${workspace}/integrations/${integration}`,
    shows: 'Nordlicht GmbH',
    reads: 'getIntegration',
  },
  {
    path: `${workspace}/history`,
    shows: 'A client connected Nordlicht',
    reads: 'listWorkspaceActivity',
    empty: {
      answers: { listWorkspaceActivity: { activity: [], nextCursor: null } },
      says: historyWords.none,
    },
  },
  {
    path: `${workspace}/members`,
    shows: 'mary@studio.example',
    reads: 'listWorkspaceMembers',
    empty: {
      answers: {
        listWorkspaceMembers: { members: example('listWorkspaceMembers').members.slice(0, 1) },
        listWorkspaceInvitations: { invitations: [] },
      },
      says: memberWords.alone,
    },
  },
  {
    path: `${workspace}/settings`,
    shows: 'brand-campaigns',
    reads: 'getWorkspace',
  },
];

const heading = (): string | null => screen.queryByRole('heading', { level: 1 })?.textContent ?? null;

const pageAt = (path: string): Page | undefined =>
  pages.find((page) => matchPath(page.path, new URL(path, location.href).pathname) !== null);

it('every page is visited', () => {
  expect(new Set(visits.map(({ path }) => pageAt(path)))).toEqual(new Set(pages));
});

it.each(visits)('$path shows the answers of the API under its heading', async ({ path, title, shows }) => {
  await open(path);
  expect(heading()).toBe(title ?? pageAt(path)?.title);
  expect(says(shows)).toBe(true);
});

it.each(visits.flatMap(({ path, empty }) => (empty === undefined ? [] : [{ path, empty }])))(
  '$path teaches what to do where there is nothing yet',
  async ({ path, empty }) => {
    await open(path, empty.answers);
    expect(says(empty.says)).toBe(true);
  },
);

it.each(visits)(
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
