import { healthOf, healthWords, type Schemas } from '@patchbay/client';
import { generatePath, useMatch, useNavigate } from 'react-router';
import { refusalOf, useOrganization } from '../data/access.tsx';
import { longest } from '../data/api-bounds.ts';
import { useDebounced } from '../data/filters.ts';
import { matches } from '../data/matches.ts';
import { useRead } from '../data/queries.ts';
import { useSignedIn } from '../data/session.ts';
import { organizationPages } from '../pages.ts';
import { notify } from '../parts/toasts.tsx';
import { webhooks as webhooksWords } from '../words/en/webhooks.ts';
import { words } from '../words/words.ts';

const text = words.frame.palette;
type SectionName = keyof typeof text.sections;

interface PaletteItem {
  readonly key: string;
  readonly label: string;
  /** A detail that distinguishes entries with the same label. */
  readonly note?: string | undefined;
  /** Why the caller cannot do it. */
  readonly refused?: string | undefined;
  readonly run: () => void;
}

interface PaletteSection {
  readonly name: SectionName;
  readonly items: readonly PaletteItem[];
}

interface Found {
  readonly sections: readonly PaletteSection[];
  /** Whether a search is running. */
  readonly searches: boolean;
  readonly failed: boolean;
}

/** Maximum results of one kind. */
const most = 6;

type Workspace = Schemas['Workspace'];

/** "New integration in …": in the workspace that is open, and in those that a search finds. */
function useNewIntegrations(typed: string, workspaces: readonly Workspace[]): readonly PaletteItem[] {
  const { slug: orgSlug } = useOrganization();
  const navigate = useNavigate();
  const open = useMatch('/o/:org/w/:workspace/*')?.params.workspace;
  const wanted = workspaces
    .filter(({ slug }) => typed !== '' || slug === open)
    .filter(({ name }) => matches(typed, text.actions.newIntegration(name)))
    .toSorted((one, other) => Number(other.slug === open) - Number(one.slug === open));
  // The rights are in the answer of each workspace, so at most three are read.
  const offered = [
    useWorkspaceWithCan(orgSlug, wanted[0]),
    useWorkspaceWithCan(orgSlug, wanted[1]),
    useWorkspaceWithCan(orgSlug, wanted[2]),
  ].filter((workspace) => workspace !== undefined);
  return offered.map((workspace) => ({
    key: `new-integration/${workspace.slug}`,
    label: text.actions.newIntegration(workspace.name),
    refused: refusalOf(workspace, 'createIntegration'),
    run: () => void navigate(`/o/${orgSlug}/w/${workspace.slug}/integrations/new`),
  }));
}

const useWorkspaceWithCan = (
  orgSlug: string,
  workspace: Workspace | undefined,
): Schemas['WorkspaceWithCan'] | undefined =>
  useRead(
    'getWorkspace',
    { orgSlug, workspaceSlug: workspace?.slug ?? '' },
    { live: false, enabled: workspace !== undefined },
  ).data;

/** The results of a search in the organization. Without a text: pages, workspaces and actions. `help` shows the keyboard shortcuts. */
export function usePaletteSections(search: string, help: () => void): Found {
  const organization = useOrganization();
  const { slug: orgSlug, can } = organization;
  const base = `/o/${orgSlug}`;
  const navigate = useNavigate();
  const { signOut } = useSignedIn();
  const typed = search.trim();
  const asked = typed !== '';
  const q = useDebounced(typed.slice(0, longest.search));
  const read = { live: false };
  const workspaces = useRead('listWorkspaces', { orgSlug }, read);
  const members = useRead(
    'listOrganizationMembers',
    { orgSlug },
    { ...read, enabled: asked && can.includes('listOrganizationMembers') },
  );
  const keys = useRead(
    'listApiKeys',
    { orgSlug },
    { ...read, enabled: asked && can.includes('listApiKeys') },
  );
  const integrations = useRead(
    'listOrganizationIntegrations',
    // One more tells whether there are others.
    { orgSlug, q, limit: most + 1 },
    { ...read, enabled: asked && q !== '' },
  );
  const allWorkspaces = workspaces.data?.workspaces ?? [];
  const newIntegrations = useNewIntegrations(typed, allWorkspaces);
  const to = (path: string) => (): void => void navigate(path);
  const leave = async (): Promise<void> => {
    if ((await signOut('leave')) !== undefined) notify(text.signOutFailed);
  };
  const pages = [
    ...organizationPages.map(({ path, title }) => ({
      label: title,
      path: generatePath(path, { org: orgSlug }),
    })),
    { label: words.frame.account, path: '/account' },
    { label: words.frame.allOrganizations, path: '/?all' },
  ].map(({ label, path }) => ({ key: path, label, run: to(path) }));
  const actions: readonly PaletteItem[] = [
    {
      key: 'new-workspace',
      label: words.workspaces.create,
      refused: refusalOf(organization, 'createWorkspace'),
      run: to(`${base}/workspaces?new=1`),
    },
    {
      key: 'invite',
      label: text.actions.invite,
      refused: refusalOf(organization, 'createOrganizationInvitation'),
      run: to(`${base}/members?open=invite`),
    },
    {
      key: 'new-key',
      label: text.actions.newKey,
      refused: refusalOf(organization, 'createApiKey'),
      run: to(`${base}/keys?new=1`),
    },
    {
      key: 'new-webhook',
      label: webhooksWords.create,
      refused: refusalOf(organization, 'createWebhook'),
      run: to(`${base}/developers?new=webhook`),
    },
    { key: 'shortcuts', label: text.actions.shortcuts, run: help },
    { key: 'sign-out', label: text.actions.signOut, run: () => void leave() },
  ];
  /** The first ones of a section, and a way to all of them. */
  const firstOf = (items: readonly PaletteItem[], path: string): readonly PaletteItem[] =>
    items.length <= most
      ? items
      : [
          ...items.slice(0, most),
          { key: path, label: text.all(typed), run: to(`${base}${path}?q=${encodeURIComponent(typed)}`) },
        ];
  const found: Readonly<Record<SectionName, readonly PaletteItem[]>> = {
    pages: pages.filter(({ label }) => matches(typed, label)),
    workspaces: firstOf(
      allWorkspaces
        .filter(({ name, slug }) => matches(typed, name, slug))
        .map(({ slug, name }) => ({
          key: `workspace/${slug}`,
          label: name,
          run: to(`${base}/w/${slug}/integrations`),
        })),
      '/workspaces',
    ),
    integrations: firstOf(
      (asked ? (integrations.data?.integrations ?? []) : []).map((integration) => ({
        key: integration.id,
        label: integration.name,
        note: [
          integration.providerName,
          integration.workspace.name,
          healthWords[healthOf(integration, Date.now())],
        ].join(' · '),
        run: to(`${base}/w/${integration.workspace.slug}/integrations/${integration.id}`),
      })),
      '',
    ),
    people: firstOf(
      (asked ? (members.data?.members ?? []) : [])
        .filter(({ name, email }) => matches(typed, name, email))
        .map(({ id, name, email }) => ({
          key: id,
          label: name,
          note: email,
          run: to(`${base}/members?q=${encodeURIComponent(email)}`),
        })),
      '/members',
    ),
    keys: firstOf(
      (asked ? (keys.data?.apiKeys ?? []) : [])
        .filter(({ name, prefix }) => matches(typed, name, prefix))
        .map(({ id, name, prefix }) => ({
          key: id,
          label: name,
          note: `${prefix}…`,
          run: to(`${base}/keys/${id}`),
        })),
      '/keys',
    ),
    actions: [...newIntegrations, ...actions.filter(({ label }) => matches(typed, label))],
  };
  const order: readonly SectionName[] = asked
    ? ['pages', 'workspaces', 'integrations', 'people', 'keys', 'actions']
    : ['pages', 'actions', 'workspaces'];
  return {
    sections: order.map((name) => ({ name, items: found[name] })).filter(({ items }) => items.length > 0),
    searches:
      workspaces.isLoading ||
      members.isLoading ||
      keys.isLoading ||
      (asked && (q !== typed.slice(0, longest.search) || integrations.isLoading)),
    failed: asked && integrations.isError,
  };
}
