import {
  Building2,
  Code2,
  History,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Settings,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { mostOfPage } from './data/api-bounds.ts';
import type { Read } from './data/queries.ts';
import { account } from './words/en/account.ts';
import { developers } from './words/en/developers.ts';
import { frame } from './words/en/frame.ts';
import { home } from './words/en/home.ts';
import { integrations } from './words/en/integrations.ts';
import { keys } from './words/en/keys.ts';
import { overview } from './words/en/overview.ts';
import { workspaces } from './words/en/workspaces.ts';

/** The parameters in the path of a page. */
interface Names {
  readonly org: string;
  readonly workspace: string;
}

export interface Page {
  /** A pattern of React Router. The first match wins. */
  readonly path: string;
  readonly title: string;
  /** The script of the page, which is `pages/<page>/<name>-page.tsx`. The build reads the specifier: vite-plugins.ts. */
  readonly load: () => Promise<ComponentType>;
  /** Its entry in the navigation of an organization, with the shortcut after G, or that it is a tab of a workspace. */
  readonly menu?: { readonly icon: LucideIcon; readonly letter: string } | 'tab';
  /** The reads that it needs for its first render, besides those of the frames. */
  readonly reads?: (names: Names) => readonly Read[];
}

const developersPage = {
  title: developers.title,
  load: async () => (await import('./pages/developers/developers-page.tsx')).DevelopersPage,
};

/**
 * Every page of the console, in the order of the menus. The router, the menus, the palette and the tests of every page read this list; the
 * server has the addresses, the scripts and the first reads from the build. Links in mails lead to pages: services build these addresses.
 */
export const pages: readonly Page[] = [
  { path: '/', title: home.title, load: async () => (await import('./pages/home/home-page.tsx')).HomePage },
  {
    path: '/account',
    title: account.title,
    load: async () => (await import('./pages/account/account-page.tsx')).AccountPage,
  },
  {
    path: '/o/:org',
    title: overview.title,
    menu: { icon: LayoutGrid, letter: 'o' },
    load: async () => (await import('./pages/overview/overview-page.tsx')).OverviewPage,
    reads: ({ org: orgSlug }) => [
      ['listWorkspaces', { orgSlug }],
      ['listOrganizationIntegrations', { orgSlug, limit: mostOfPage }],
    ],
  },
  {
    path: '/o/:org/workspaces',
    title: workspaces.title,
    menu: { icon: Building2, letter: 'w' },
    load: async () => (await import('./pages/workspaces/workspaces-page.tsx')).WorkspacesPage,
  },
  {
    path: '/o/:org/members',
    title: frame.titles.members,
    menu: { icon: Users, letter: 'm' },
    load: async () => (await import('./pages/members/members-page.tsx')).MembersPage,
  },
  {
    path: '/o/:org/keys/:id?',
    title: keys.title,
    menu: { icon: KeyRound, letter: 'k' },
    load: async () => (await import('./pages/keys/keys-page.tsx')).KeysPage,
  },
  {
    path: '/o/:org/trail',
    title: frame.titles.trail,
    menu: { icon: History, letter: 't' },
    load: async () => (await import('./pages/trail/trail-page.tsx')).TrailPage,
  },
  { path: '/o/:org/developers', menu: { icon: Code2, letter: 'd' }, ...developersPage },
  { path: '/o/:org/developers/webhooks/:id', ...developersPage },
  {
    path: '/o/:org/settings',
    title: frame.titles.settings,
    menu: { icon: Settings, letter: 's' },
    load: async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage,
  },
  {
    path: '/o/:org/w/:workspace/integrations/new',
    title: frame.titles.newIntegration,
    load: async () => (await import('./pages/new-integration/new-integration-page.tsx')).NewIntegrationPage,
  },
  {
    path: '/o/:org/w/:workspace/integrations/:id?',
    title: integrations.title,
    menu: 'tab',
    load: async () => (await import('./pages/integrations/integrations-page.tsx')).IntegrationsPage,
    reads: ({ org: orgSlug, workspace: workspaceSlug }) => [['listIntegrations', { orgSlug, workspaceSlug }]],
  },
  {
    path: '/o/:org/w/:workspace/history',
    title: frame.titles.history,
    menu: 'tab',
    load: async () => (await import('./pages/history/history-page.tsx')).HistoryPage,
  },
  {
    path: '/o/:org/w/:workspace/members',
    title: frame.titles.members,
    menu: 'tab',
    load: async () => (await import('./pages/members/workspace-members-page.tsx')).WorkspaceMembersPage,
  },
  {
    path: '/o/:org/w/:workspace/settings',
    title: frame.titles.settings,
    menu: 'tab',
    load: async () => (await import('./pages/settings/workspace-settings-page.tsx')).WorkspaceSettingsPage,
  },
];

/** The first reads of a page and its frames. */
export function firstReads(
  { reads }: Page,
  { org, workspace }: { readonly [Name in keyof Names]?: string | undefined },
): readonly Read[] {
  if (org === undefined) return [];
  return [
    ['getOrganization', { orgSlug: org }],
    ...(workspace === undefined
      ? []
      : [['getWorkspace', { orgSlug: org, workspaceSlug: workspace }] as const]),
    ...(reads?.({ org, workspace: workspace ?? '' }) ?? []),
  ];
}

/** The pages in the navigation of an organization. */
export const organizationPages = pages.flatMap(({ menu, ...page }) =>
  typeof menu === 'object' ? [{ ...page, ...menu }] : [],
);

/** The tabs of a workspace. */
export const workspacePages = pages.filter(({ menu }) => menu === 'tab');
