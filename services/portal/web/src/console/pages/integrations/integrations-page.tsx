import { Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { Button } from '../../../parts/button.tsx';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { useRead } from '../../data/queries.ts';
import { Line, Time } from '../../parts/cells.tsx';
import { type Column, Grid } from '../../parts/grid.tsx';
import { lazyPart, NotLoaded, preloadedPart } from '../../parts/lazy-part.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { Views } from '../../parts/views.tsx';
import { words } from '../../words/words.ts';
import { AccountNames, accountText, Health, LinkState } from './health.tsx';
import { useIntegrationFilters } from './integration-filters.tsx';
import { integrationStates } from './integration-state.ts';
import styles from './integrations-page.module.css';
import { inOrder, type ListedIntegration } from './list.ts';
import { useStatusDays } from './status-history.ts';
import { Strip } from './strip.tsx';

const text = words.integrations;
const { columns: heads } = text;

const IntegrationPanel = preloadedPart(
  async () => (await import('./integration-panel.tsx')).IntegrationPanel,
  NotLoaded,
  /\/integrations\/[^/]+$/,
);

const SelectionBar = lazyPart(
  async () => (await import('./selection-bar.tsx')).SelectionBar,
  () => <NotLoaded onClose={() => undefined} />,
);

/** The integrations of a workspace, with the panel of one. */
export function IntegrationsPage() {
  const { slug: orgSlug } = useOrganization();
  const workspace = useWorkspace();
  const { id } = useParams();
  const navigate = useNavigate();
  const address = usePanelAddress();
  const query = useRead('listIntegrations', { orgSlug, workspaceSlug: workspace.slug });
  const create = (
    <Button
      refused={refusalOf(workspace, 'createIntegration')}
      onClick={() => void navigate(`/o/${orgSlug}/w/${workspace.slug}/integrations/new`)}
    >
      {text.create}
    </Button>
  );
  return (
    <ConsolePage
      title={text.title}
      tabTitle={text.tabTitle(workspace.name)}
      actions={create}
      panel={
        id !== undefined && (
          <Suspense fallback={null}>
            <IntegrationPanel
              key={id}
              id={id}
              onClose={() => void navigate(address.ofList, { replace: true })}
            />
          </Suspense>
        )
      }
    >
      <Loaded query={query}>
        {({ integrations }) =>
          integrations.length === 0 ? (
            <Empty title={text.none} text={text.noneText}>
              {create}
            </Empty>
          ) : (
            <List all={inOrder(integrations, Date.now())} open={id} />
          )
        }
      </Loaded>
    </ConsolePage>
  );
}

interface ListProps {
  readonly all: readonly ListedIntegration[];
  /** The id of the integration in the panel. */
  readonly open: string | undefined;
}

function List({ all, open }: ListProps) {
  const now = Date.now();
  const { id: workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const address = usePanelAddress();
  const { shown, filters, clear } = useIntegrationFilters(all);
  const daysOf = useStatusDays(now);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  // Once somebody has selected a row, it stays: it tells what did not work.
  const [selects, setSelects] = useState(false);
  const select = (next: ReadonlySet<string>): void => {
    setKeys(next);
    setSelects(true);
  };
  const name: Column<ListedIntegration> = {
    head: heads.name,
    width: 'minmax(0, 1.6fr)',
    sort: { name: 'name', by: ({ row }) => row.name },
    cell: ({ row }) => (
      <Link to={address.of(row.id)} tabIndex={-1}>
        <Line>{row.name}</Line>
      </Link>
    ),
  };
  const provider: Column<ListedIntegration> = {
    head: heads.provider,
    sort: { name: 'provider', by: ({ row }) => row.providerName },
    cell: ({ row }) => <Line>{row.providerName}</Line>,
  };
  const health: Column<ListedIntegration> = {
    head: heads.health,
    width: 'minmax(8.5rem, 1.2fr)',
    // The most urgent first.
    sort: { name: 'health', by: ({ state }) => integrationStates.indexOf(state) },
    cell: ({ row }) => <Health integration={row} now={now} />,
  };
  const others: readonly Column<ListedIntegration>[] = [
    {
      head: heads.account,
      isExtra: true,
      sort: { name: 'account', by: ({ row }) => accountText(row) },
      cell: ({ row }) => <AccountNames integration={row} />,
    },
    {
      head: heads.checked,
      width: '6.5rem',
      isExtra: true,
      sort: { name: 'checked', by: ({ row }) => row.statusCheckedAt, startsDescending: true },
      cell: ({ row }) =>
        row.statusCheckedAt !== null && (
          <>
            <span className={styles.label}>{text.checked} </span>
            <Time at={row.statusCheckedAt} />
          </>
        ),
    },
    {
      head: heads.link,
      width: '7.5rem',
      isExtra: true,
      sort: { name: 'link', by: ({ row }) => row.connectLink?.expiresAt },
      cell: ({ row }) => <LinkState integration={row} now={now} />,
    },
    ...(daysOf === undefined
      ? []
      : [
          {
            head: heads.days,
            width: '6rem',
            isExtra: true,
            cell: ({ row }: ListedIntegration) => <Strip days={daysOf(row)} />,
          },
        ]),
  ];
  return (
    <>
      {filters}
      <Views list={`integrations/${workspaceId}`} />
      {shown.length === 0 && (
        <Empty title={text.notFound}>
          <Button kind="other" onClick={clear}>
            {text.clear}
          </Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <Grid
          label={text.title}
          rows={shown}
          keyOf={({ row }) => row.id}
          open={open}
          onOpen={({ row }) => void navigate(address.of(row.id))}
          selection={{ keys, onChange: select, nameOf: ({ row }) => row.name }}
          columns={[name, health, provider, ...others]}
        />
      )}
      {selects && (
        <Suspense>
          <SelectionBar
            integrations={shown.flatMap(({ row }) => (keys.has(row.id) ? [row] : []))}
            onSelect={setKeys}
            pathOf={address.of}
          />
        </Suspense>
      )}
    </>
  );
}

/** The URLs of the panel of an integration and of the list without a panel. Both keep the filters of the list. */
export function usePanelAddress(): { readonly of: (id: string) => string; readonly ofList: string } {
  const { slug: orgSlug } = useOrganization();
  const { slug: workspaceSlug } = useWorkspace();
  const params = new URLSearchParams(useLocation().search);
  for (const own of ['tab', 'period']) params.delete(own);
  const search = params.size === 0 ? '' : `?${params}`;
  const base = `/o/${orgSlug}/w/${workspaceSlug}/integrations`;
  return { of: (id) => `${base}/${id}${search}`, ofList: `${base}${search}` };
}
