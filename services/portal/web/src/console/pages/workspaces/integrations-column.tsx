import type { Schemas } from '@patchbay/client';
import { useOrganization } from '../../data/access.tsx';
import { mostOfPage } from '../../data/api-bounds.ts';
import { useRead } from '../../data/queries.ts';
import { States } from '../../parts/cells.tsx';
import type { Column } from '../../parts/grid.tsx';
import { formatNumber, words } from '../../words/words.ts';
import { countStates, type IntegrationState, stateOf } from '../integrations/integration-state.ts';

const text = words.workspaces;
type Workspace = Schemas['Workspace'];

/** Maximum of workspaces whose integrations are read one by one. */
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

const statesOf = (integrations: readonly Schemas['Integration'][]): Counts => {
  const now = Date.now();
  return countStates(integrations.map((integration) => stateOf(integration, now)));
};

/**
 * The integrations of one workspace by state. Of more than 200 only the number: the counts of the API ignore failed checks, and count as
 * ending what ends within 7 days, not 14.
 */
function AskedIntegrations({ workspace }: { readonly workspace: Workspace }) {
  const { slug: orgSlug } = useOrganization();
  const { data } = useRead(
    'listOrganizationIntegrations',
    { orgSlug, workspaceSlug: workspace.slug, limit: mostOfPage },
    { live: false },
  );
  if (data === undefined) return null;
  if (data.nextCursor === null) return <Integrations counts={statesOf(data.integrations)} />;
  const { error, pending, active, disabled } = data.counts;
  return text.counts.all(formatNumber(error + pending + active + disabled));
}

/**
 * The column with the integrations of each workspace, for the number of workspaces in the list. One request is enough for an organization with up to 200 integrations. In larger ones
 * each workspace has a request of its own, up to a maximum. Above it the column is missing until a search finds fewer.
 */
export function useIntegrationsColumn(): (workspaces: number) => readonly Column<Workspace>[] {
  const { slug: orgSlug } = useOrganization();
  const { data } = useRead('listOrganizationIntegrations', { orgSlug, limit: mostOfPage });
  const column = { head: text.integrations, width: 'minmax(0, 2fr)' };
  if (data === undefined) return () => [{ ...column, cell: () => null }];
  if (data.nextCursor === null) {
    const { integrations } = data;
    return () => [
      {
        ...column,
        cell: ({ id }) => (
          <Integrations counts={statesOf(integrations.filter(({ workspaceId }) => workspaceId === id))} />
        ),
      },
    ];
  }
  return (workspaces) =>
    workspaces > mostAsked
      ? []
      : [{ ...column, cell: (workspace) => <AskedIntegrations workspace={workspace} /> }];
}
