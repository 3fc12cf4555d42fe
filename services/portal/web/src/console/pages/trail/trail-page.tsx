import { Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { Alert } from '../../../parts/alert.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { withParameters } from '../../data/filters.ts';
import { usePages, useRead } from '../../data/queries.ts';
import { Time } from '../../parts/cells.tsx';
import { Grid } from '../../parts/grid.tsx';
import { NotLoaded, preloadedPart } from '../../parts/lazy-part.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { trail as trailWords } from '../../words/en/trail.ts';
import { ActorIcon } from './actor-icon.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, apiFilters, type Filters, filterNames, isReversed, timeOf } from './filters.ts';
import { SealCard } from './seal-card.tsx';
import { Sentence } from './sentence.tsx';
import type { Entry } from './story.ts';
import styles from './trail.module.css';

const text = trailWords;

const EntryPanel = preloadedPart(async () => (await import('./entry-panel.tsx')).EntryPanel, NotLoaded);

/** The filters and the open entry, which are kept in the URL. */
function useAddress() {
  const [params, setParams] = useSearchParams();
  const change = (values: Readonly<Record<string, string>>, options?: { readonly replace: boolean }): void =>
    setParams((last) => withParameters(last, values), options);
  return {
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])) as Filters,
    filter: (filters: Partial<Filters>) => change(filters, { replace: true }),
    entry: params.get('entry') ?? '',
    /** Back closes it. */
    open: (entry: string) => change({ entry }),
    /** Back does not open it again. */
    close: () => change({ entry: '' }, { replace: true }),
  };
}

/** The names of people, keys and workspaces for filters and sentences. */
function useNames(orgSlug: string, enabled: boolean) {
  const { data: members } = useRead('listOrganizationMembers', { orgSlug }, { enabled, live: false });
  const { data: keys } = useRead('listApiKeys', { orgSlug }, { enabled, live: false });
  const { data: workspaces } = useRead('listWorkspaces', { orgSlug }, { enabled, live: false });
  const actors = useMemo(
    () => [
      ...(members?.members ?? []).map(({ userId, name, email }) => ({ id: userId, name, note: email })),
      ...(keys?.apiKeys ?? []).map(({ id, name, prefix }) => ({ id, name, note: text.filters.key(prefix) })),
    ],
    [members, keys],
  );
  const keyNames = useMemo(() => new Map(keys?.apiKeys.map(({ id, name }) => [id, name])), [keys]);
  return {
    actors,
    keyNames,
    workspaces: workspaces?.workspaces.map(({ slug, name }) => ({ value: slug, label: name })) ?? [],
  };
}

const isAt =
  (address: string) =>
  (entry: Entry): boolean =>
    addressOf(entry) === address;

/** The entry in the URL: from the list, or read by its time, so that it stays open when filters change. */
function useEntry(orgSlug: string, rows: readonly Entry[] | undefined, address: string, enabled: boolean) {
  const time = timeOf(address);
  const isRead = enabled && time !== undefined;
  const query = useRead('listAuditLogs', { orgSlug, ...time, limit: 200 }, { enabled: isRead, live: false });
  const found = isRead ? query.data?.auditLogs.find(isAt(address)) : undefined;
  return {
    entry: rows?.find(isAt(address)) ?? found,
    isMissing: enabled && address !== '' && (time === undefined || (query.isSuccess && found === undefined)),
  };
}

const What = ({ entry, keyNames }: Parameters<typeof Sentence>[0]) => (
  <span className={styles.entry}>
    <ActorIcon type={entry.actor.type} />
    <Sentence entry={entry} keyNames={keyNames} />
  </span>
);

/** The page of the audit trail. */
export function TrailPage() {
  const organization = useOrganization();
  const { slug: orgSlug, role } = organization;
  const { filters, filter, entry: address, open, close } = useAddress();
  const asked = apiFilters(filters);
  const reversed = isReversed(asked);
  const isAllowed = refusalOf(organization, 'listAuditLogs') === undefined;
  const { keyNames, ...options } = useNames(orgSlug, isAllowed);
  const enabled = isAllowed && !reversed;
  const { query, rows, more } = usePages('listAuditLogs', 'auditLogs', { orgSlug, ...asked }, { enabled });
  const found = useEntry(orgSlug, rows, address, isAllowed);

  if (!isAllowed)
    return (
      <ConsolePage title={text.title} lead={text.lead}>
        <Alert kind="information">{text.refused(role)}</Alert>
      </ConsolePage>
    );

  const isFiltered = Object.keys(asked).length > 0;
  const panel = found.entry ? (
    <Suspense fallback={null}>
      <EntryPanel
        key={found.entry.id}
        orgSlug={orgSlug}
        entry={found.entry}
        keyNames={keyNames}
        onFilter={filter}
        onClose={close}
      />
    </Suspense>
  ) : (
    found.isMissing && (
      <Panel title={text.entry.missing} onClose={close}>
        <p>{text.entry.gone}</p>
      </Panel>
    )
  );
  return (
    <ConsolePage
      title={text.title}
      lead={text.lead}
      actions={
        <ExportButton orgSlug={orgSlug} asked={asked} refused={refusalOf(organization, 'exportAuditLogs')} />
      }
      panel={panel}
    >
      <SealCard />
      <FilterBar
        {...options}
        filters={filters}
        onChange={filter}
        targetName={
          [found.entry, ...(rows ?? [])].find((entry) => entry?.target.id === filters.target)?.target.name
        }
      />
      {reversed ? (
        <Alert kind="warning">{text.daysReversed}</Alert>
      ) : (
        <Loaded query={{ ...query, data: rows }}>
          {(entries) =>
            entries.length === 0 ? (
              <Empty
                title={isFiltered ? text.noMatch : text.none}
                text={isFiltered ? text.noMatchText : text.noneText}
              />
            ) : (
              <Grid
                label={text.title}
                rows={entries}
                keyOf={({ id }) => id}
                onOpen={(entry) => open(addressOf(entry))}
                open={found.entry?.id}
                onEnd={more}
                columns={[
                  {
                    head: text.what,
                    cell: (entry) => <What entry={entry} keyNames={keyNames} />,
                  },
                  {
                    head: text.when,
                    width: '8rem',
                    cell: ({ occurredAt }) => (
                      <span className={styles.time}>
                        <Time at={occurredAt} />
                      </span>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      )}
    </ConsolePage>
  );
}
