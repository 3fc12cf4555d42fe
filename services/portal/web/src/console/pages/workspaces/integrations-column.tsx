import type { Schemas } from '@patchbay/client';
import { useOrganization } from '../../data/access.tsx';
import { mostOfPage } from '../../data/api-bounds.ts';
import { useRead } from '../../data/queries.ts';
import { States } from '../../parts/cells.tsx';
import type { Column } from '../../parts/grid.tsx';
import { words } from '../../words/words.ts';
import { countStates, type StateCount } from '../integrations/integration-state.ts';
import { useUrgent } from '../integrations/urgent.ts';

const text = words.workspaces;
type Workspace = Schemas['Workspace'];
type Counts = readonly StateCount[];

/** Maximum of workspaces whose integrations are counted one by one. */
const mostAsked = 16;

const Integrations = ({ counts }: { readonly counts: Counts }) =>
  counts.length === 0 ? (
    text.counts.none
  ) : (
    <States
      states={counts.map(({ state, tone, count }) => ({
        key: state,
        state: tone,
        text: text.counts[state](count),
      }))}
    />
  );

/** The integrations of one workspace by state. The API counts those that are not urgent. */
function AskedIntegrations({ workspace }: { readonly workspace: Workspace }) {
  const { slug: orgSlug } = useOrganization();
  const at = { orgSlug, workspaceSlug: workspace.slug };
  const { data } = useRead('listOrganizationIntegrations', { ...at, limit: mostOfPage }, { live: false });
  const urgent = useUrgent(at, data);
  if (data === undefined || urgent?.isComplete !== true) return null;
  const active = urgent.rows.filter(({ status }) => status === 'active').length;
  const { counts } = data;
  const others = [
    { state: 'waiting', count: counts.pending, tone: 'waiting' },
    { state: 'working', count: counts.active - active, tone: 'working' },
    { state: 'off', count: counts.disabled, tone: 'off' },
  ] as const;
  const all = [...countStates(urgent.rows, Date.now()), ...others.filter(({ count }) => count > 0)];
  return <Integrations counts={all} />;
}

/**
 * The column with the integrations of each workspace, for the number of workspaces in the list. One request is enough for an organization
 * with up to 200 integrations. In larger ones each workspace has a request of its own, up to a maximum; above it the column has only what is
 * urgent.
 */
export function useIntegrationsColumn(): (workspaces: number) => Column<Workspace> {
  const { slug: orgSlug } = useOrganization();
  const { data } = useRead('listOrganizationIntegrations', { orgSlug, limit: mostOfPage });
  const urgent = useUrgent({ orgSlug }, data);
  const column = { head: text.integrations, width: 'minmax(0, 2fr)' };
  const countsIn = (rows: readonly Schemas['Integration'][], { id }: Workspace): Counts =>
    countStates(
      rows.filter(({ workspaceId }) => workspaceId === id),
      Date.now(),
    );
  if (data === undefined || urgent === undefined) return () => ({ ...column, cell: () => null });
  if (data.nextCursor === null)
    return () => ({
      ...column,
      cell: (workspace) => <Integrations counts={countsIn(data.integrations, workspace)} />,
    });
  return (workspaces) => ({
    ...column,
    cell: (workspace) => {
      if (workspaces <= mostAsked) return <AskedIntegrations workspace={workspace} />;
      const counts = countsIn(urgent.rows, workspace);
      return counts.length > 0 && <Integrations counts={counts} />;
    },
  });
}
