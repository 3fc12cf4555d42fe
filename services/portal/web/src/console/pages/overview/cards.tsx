import type { Schemas } from '@patchbay/client';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { useRead } from '../../data/queries.ts';
import { Time } from '../../parts/cells.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ago, formatNumber, words } from '../../words/words.ts';
import { diagnosisOf } from '../integrations/diagnosis.ts';
import { Health } from '../integrations/health.tsx';
import { endsSoon, soonMs } from '../integrations/integration-state.ts';
import { Sentence } from '../trail/sentence.tsx';
import activityStyles from './activity.module.css';
import { listId } from './all-integrations.tsx';
import entryStyles from './entries.module.css';
import styles from './overview.module.css';

const text = words.overview;
type Row = Schemas['OrganizationIntegration'];

/** Whether the integration failed. One whose access ends soon still works. */
const isBroken = (row: Row, now: number): boolean =>
  ['refused', 'rejected', 'ended', 'failing'].includes(diagnosisOf(row, now));

/** Until when the client can use the link. */
function linkTextOf({ connectLink }: Row, now: number): string {
  if (connectLink === null) return text.waiting.noLink;
  const { expired, expiresAt } = connectLink;
  return (expired ? text.waiting.expired : text.waiting.expires)(ago(expiresAt, now));
}

/** Page size: more than a card shows. A smaller count is exact. */
const mostRead = 50;

interface CardsProps {
  readonly page: Schemas['OrganizationIntegrationPage'];
  readonly pathOf: (integration: Row) => string;
}

/** The cards of the overview: urgent integrations, open links, accesses and keys that end soon, and the last entries. Empty cards are left out. */
export function Cards({ page, pathOf }: CardsProps) {
  const { slug: orgSlug, can } = useOrganization();
  const [, setStatus] = useFilter('status');
  // Computed once, so that the key of the query stays the same.
  const [soon] = useState(() => new Date(Date.now() + soonMs).toISOString());
  const { counts } = page;
  const waiting = useRead(
    'listOrganizationIntegrations',
    { orgSlug, status: 'pending', limit: mostRead },
    { enabled: counts.pending > 0 },
  ).data;
  const ending = useRead('listOrganizationIntegrations', {
    orgSlug,
    status: 'active',
    endsBefore: soon,
    limit: mostRead,
  }).data;
  const keys = useRead('listApiKeys', { orgSlug }, { enabled: can.includes('listApiKeys') }).data;

  const show = (status: string): void => {
    setStatus(status);
    document.getElementById(listId)?.focus();
  };
  const now = Date.now();
  const entryOf = (row: Row, fact: Entry['fact']): Entry => ({
    key: row.id,
    to: pathOf(row),
    name: row.name,
    note: `${row.providerName} · ${row.workspace.name}`,
    fact,
  });
  const broken = page.integrations.filter((row) => isBroken(row, now));
  const endingSoon = (ending?.integrations ?? []).filter((row) => !isBroken(row, now) && endsSoon(row, now));
  const endingEntries = [
    ...endingSoon.map((row) => ({
      at: row.authorizationEndsAt ?? '',
      entry: entryOf(row, <Health integration={row} now={now} />),
    })),
    ...(keys?.apiKeys ?? [])
      .filter(
        ({ status, expiresAt }) =>
          status === 'active' && expiresAt !== null && Date.parse(expiresAt) < now + soonMs,
      )
      .map(({ id, name, expiresAt }) => ({
        at: expiresAt ?? '',
        entry: {
          key: id,
          to: `/o/${orgSlug}/keys/${id}`,
          name,
          note: text.ending.key,
          fact: text.ending.keyExpires(ago(expiresAt ?? '', now)),
        },
      })),
  ]
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ entry }) => entry);
  const seesTrail = can.includes('listAuditLogs');
  const hasSecond = endingEntries.length > 0 || seesTrail;
  const waitingCard = counts.pending > 0 && (
    <Entries
      title={text.waiting.title}
      count={counts.pending}
      onMore={() => show('pending')}
      entries={(waiting?.integrations ?? []).map((row) => entryOf(row, linkTextOf(row, now)))}
    />
  );
  return (
    <div className={styles.cards}>
      <div className={styles.column}>
        <Entries
          title={text.attention.title}
          count={Math.max(broken.length, counts.error)}
          onMore={() => show('error')}
          entries={broken.map((row) => entryOf(row, <Health integration={row} now={now} />))}
        >
          <p className={styles.well}>
            <CircleCheck aria-hidden="true" />
            {counts.active > 0 ? text.attention.none : text.attention.noneConnected}
          </p>
        </Entries>
        {hasSecond && waitingCard}
      </div>
      {!hasSecond && counts.pending > 0 && <div className={styles.column}>{waitingCard}</div>}
      {hasSecond && (
        <div className={styles.column}>
          {endingEntries.length > 0 && <Entries title={text.ending.title} entries={endingEntries} />}
          {seesTrail && <Activity />}
        </div>
      )}
    </div>
  );
}

export interface Entry {
  readonly key: string;
  readonly to: string;
  readonly name: string;
  /** The provider and the workspace. */
  readonly note: string;
  /** A detail. */
  readonly fact: ReactNode;
}

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** The total number of entries. Default: the number of given entries. */
  readonly count?: number;
  /** Shows the other entries. Undefined: no page lists them. */
  readonly onMore?: (() => void) | undefined;
  /** Shown if there are no entries. */
  readonly children?: ReactNode;
}

/** Further entries are behind a button, so that the next card is visible. */
const shown = 5;

/** A card of the overview: entries that link to the page where they can be handled. */
export const Entries = ({ title, entries, count = entries.length, onMore, children }: EntriesProps) => (
  <section className={entryStyles.card}>
    <div className={entryStyles.head}>
      <h2>{title}</h2>
      {count > 0 && <span className={entryStyles.count}>{formatNumber(count)}</span>}
    </div>
    {entries.length === 0 && children}
    {entries.length > 0 && (
      <ul className={entryStyles.entries}>
        {entries.slice(0, shown).map(({ key, to, name, note, fact }) => (
          <li key={key}>
            <Link to={to} className={entryStyles.entry}>
              <span className={entryStyles.words}>
                <bdi className={entryStyles.name}>{name}</bdi>
                <bdi className={entryStyles.note}>{note}</bdi>
              </span>
              <span className={entryStyles.fact}>{fact}</span>
            </Link>
          </li>
        ))}
      </ul>
    )}
    {count > shown && onMore !== undefined && (
      <button type="button" className={entryStyles.more} onClick={onMore}>
        {words.overview.more(formatNumber(count))}
      </button>
    )}
  </section>
);

const activityText = words.overview.activity;
const mostShown = 10;

/** The last entries of the audit trail. */
export function Activity() {
  const { slug: orgSlug } = useOrganization();
  const query = useRead('listAuditLogs', { orgSlug, limit: mostShown });
  return (
    <section className={entryStyles.card}>
      <div className={`${entryStyles.head} ${activityStyles.head}`}>
        <h2>{activityText.title}</h2>
        <Link to={`/o/${orgSlug}/trail`}>{activityText.all}</Link>
      </div>
      <Loaded query={query}>
        {({ auditLogs }) =>
          auditLogs.length === 0 ? (
            <p>{activityText.none}</p>
          ) : (
            <ol className={activityStyles.list}>
              {auditLogs.map((entry) => (
                <li key={entry.id} className={activityStyles.event}>
                  <Sentence entry={entry} />
                  <span className={activityStyles.time}>
                    <Time at={entry.occurredAt} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}
