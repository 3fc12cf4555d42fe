import type { Schemas } from '@patchbay/client';
import { useOrganization } from '../../data/access.tsx';
import { mostOfPage, useRead } from '../../data/queries.ts';
import type { Column } from '../../parts/grid.tsx';
import { States } from '../../parts/states.tsx';
import { words } from '../../words/words.ts';
import { countStates, type IntegrationState, stateOf } from '../integrations/integration-state.ts';

const text = words.workspaces;
type Workspace = Schemas['Workspace'];

/** More workspaces than this are not asked for one by one. */
const mostAsked = 16;

type Counts = readonly { readonly state: IntegrationState; readonly count: number }[];

const Integrations = ({ counts }: { readonly counts: Counts }) =>
  counts.length === 0 ? (
    text.counts.none
  ) : (
    <States
      states={counts.map(({ state, count }) => ({ key: state, state, text: text.counts[state](count) }))}
    />
  );

/** Of one workspace, from the counts of the API, which know nothing of failed checks. */
function AskedIntegrations({ workspace }: { readonly workspace: Workspace }) {
  const { slug: orgSlug } = useOrganization();
  const { data } = useRead(
    'listOrganizationIntegrations',
    { orgSlug, workspaceSlug: workspace.slug, limit: 1 },
    { live: false },
  );
  if (data === undefined) return null;
  const { error, ending, pending, active, disabled } = data.counts;
  const counts = { attention: error + ending, waiting: pending, working: active - ending, off: disabled };
  return (
    <Integrations
      counts={(['attention', 'waiting', 'working', 'off'] as const)
        .map((state) => ({ state, count: counts[state] }))
        .filter(({ count }) => count > 0)}
    />
  );
}

/**
 * The column of integrations for so many workspaces. One request is enough for an organization with up to 200 integrations. In larger ones
 * each workspace is asked for, if these are few: others get no column until a search finds fewer.
 */
export function useIntegrationsColumn(): (workspaces: number) => readonly Column<Workspace>[] {
  const { slug: orgSlug } = useOrganization();
  const { data } = useRead('listOrganizationIntegrations', { orgSlug, limit: mostOfPage });
  const column = { key: 'integrations', head: text.integrations, width: 'minmax(0, 2fr)' };
  if (data === undefined) return () => [{ ...column, cell: () => null }];
  if (data.nextCursor === null) {
    const now = Date.now();
    const statesOf = ({ id }: Workspace): Counts =>
      countStates(
        data.integrations
          .filter(({ workspaceId }) => workspaceId === id)
          .map((integration) => stateOf(integration, now)),
      );
    return () => [{ ...column, cell: (workspace) => <Integrations counts={statesOf(workspace)} /> }];
  }
  return (workspaces) =>
    workspaces > mostAsked
      ? []
      : [{ ...column, cell: (workspace) => <AskedIntegrations workspace={workspace} /> }];
}
