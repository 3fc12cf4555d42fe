import type { Input, Schemas } from '@patchbay/client';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../../parts/button.tsx';
import { useOrganization } from '../../data/access.tsx';
import { longest, mostOfPage } from '../../data/api-bounds.ts';
import { useDebounced, useFilter } from '../../data/filters.ts';
import { usePages, useRead } from '../../data/queries.ts';
import { Line } from '../../parts/cells.tsx';
import { Filter, Filters, SearchBox } from '../../parts/filter.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/page.tsx';
import { Views } from '../../parts/views.tsx';
import { formatNumber, words } from '../../words/words.ts';
import { Health } from '../integrations/health.tsx';
import { integrationStates, stateOf } from '../integrations/integration-state.ts';
import styles from './all-integrations.module.css';

const text = words.overview.list;
type Tile = keyof typeof text.tiles;
const tiles = Object.keys(text.tiles) as Tile[];

type Filters = Omit<Input<'listOrganizationIntegrations'>, 'orgSlug' | 'cursor' | 'limit'>;
type Row = Schemas['OrganizationIntegration'];

/** Days before its end at which `counts.ending` of the API counts an access. */
const weekMs = 7 * 86_400_000;

/** The filters of the API for a tile. `now`: when the list was opened, so that its pages belong together. */
function filtersOf(tile: string, now: number): Filters {
  if (tile === 'ending') return { status: 'active', endsBefore: new Date(now + weekMs).toISOString() };
  const status = tiles.find((each) => each === tile);
  return status === undefined || status === 'ending' ? {} : { status };
}

/** The id of the list in the document, to which other parts of the page link. */
export const listId = 'all-integrations';

interface AllIntegrationsProps {
  readonly workspaces: readonly Schemas['Workspace'][];
  readonly pathOf: (integration: Row) => string;
}

/** The integrations of all workspaces: tiles with counts that filter, a search, and the list. */
export function AllIntegrations({ workspaces, pathOf }: AllIntegrationsProps) {
  const { slug: orgSlug } = useOrganization();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const [status, setStatus] = useFilter('status');
  const [provider, setProvider] = useFilter('provider');
  const [workspace, setWorkspace] = useFilter('workspace');
  const [search, setSearch] = useFilter('q');
  const [sorting] = useFilter('sort');
  const isSorted = sorting !== '';
  const [now] = useState(Date.now);
  const q = useDebounced(search.trim().slice(0, longest.search));
  const providers = useRead('listProviders', {}, { live: false }).data?.providers ?? [];
  const known = providers.find((each) => each.provider === provider);
  const narrowed: Filters = {
    ...(known !== undefined && { provider: known.provider }),
    ...(workspaces.some(({ slug }) => slug === workspace) && { workspaceSlug: workspace }),
    ...(q !== '' && { q }),
  };
  const counts = useRead('listOrganizationIntegrations', {
    orgSlug,
    ...narrowed,
    // Without a filter the overview has already read it.
    limit: Object.keys(narrowed).length === 0 ? mostOfPage : 1,
  }).data?.counts;
  const pages = usePages('listOrganizationIntegrations', 'integrations', {
    orgSlug,
    ...narrowed,
    ...filtersOf(status, now),
    ...(isSorted && { limit: mostOfPage }),
  });
  // The API has an order of its own: what a head sorts has to be there first.
  const isPartial = isSorted && pages.query.hasNextPage;
  useEffect(() => {
    if (isPartial) pages.more();
  });
  const clear = (): void => setParams({}, { replace: true });
  return (
    <Section title={text.title}>
      <div id={listId} tabIndex={-1} role="group" aria-label={text.tilesLabel} className={styles.tiles}>
        {tiles.map((tile) => (
          <button
            key={tile}
            type="button"
            className={styles.tile}
            aria-pressed={status === tile}
            data-alarms={tile === 'error' && (counts?.error ?? 0) > 0}
            onClick={() => setStatus(status === tile ? '' : tile)}
          >
            <span className={styles.number}>{counts === undefined ? '–' : formatNumber(counts[tile])}</span>
            <span>{text.tiles[tile]}</span>
          </button>
        ))}
      </div>
      <Filters>
        <SearchBox label={text.search} value={search} onChange={setSearch} />
        <Filter
          label={text.provider}
          value={provider}
          onChange={setProvider}
          options={[
            { value: '', label: text.anyProvider },
            ...providers.map((each) => ({ value: each.provider, label: each.name })),
          ]}
        />
        {workspaces.length > 1 && (
          <Filter
            label={text.workspace}
            value={workspace}
            onChange={setWorkspace}
            options={[
              { value: '', label: text.anyWorkspace },
              ...workspaces.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
          />
        )}
      </Filters>
      <Views list="overview" />
      {isPartial && pages.rows !== undefined && (
        <p role="status" className={styles.sorting}>
          {text.sorting(formatNumber(pages.rows.length))}
        </p>
      )}
      <Loaded query={{ ...pages.query, data: pages.rows }}>
        {(rows) =>
          rows.length === 0 ? (
            <div className={styles.none}>
              <p>{text.none}</p>
              <Button kind="other" onClick={clear}>
                {text.clear}
              </Button>
            </div>
          ) : (
            <Grid
              label={text.title}
              rows={rows}
              keyOf={({ id }) => id}
              onOpen={(row) => void navigate(pathOf(row))}
              onEnd={pages.more}
              isPartial={isPartial}
              columns={[
                {
                  head: text.name,
                  sort: { name: 'name', by: ({ name }) => name },
                  cell: (row) => (
                    <Link to={pathOf(row)} tabIndex={-1}>
                      <Line>{row.name}</Line>
                    </Link>
                  ),
                },
                {
                  head: text.state,
                  width: '13rem',
                  sort: { name: 'state', by: (row) => integrationStates.indexOf(stateOf(row, now)) },
                  cell: (row) => <Health integration={row} now={Date.now()} />,
                },
                {
                  head: text.provider,
                  width: '11rem',
                  sort: { name: 'provider', by: ({ providerName }) => providerName },
                  cell: ({ providerName }) => <Line>{providerName}</Line>,
                },
                {
                  head: text.workspace,
                  width: '11rem',
                  sort: { name: 'workspace', by: (row) => row.workspace.name },
                  cell: (row) => <Line>{row.workspace.name}</Line>,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
