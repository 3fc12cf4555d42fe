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
import { accountText, Health } from '../integrations/health.tsx';
import { byUrgency, type IntegrationState, stateOf } from '../integrations/integration-state.ts';
import { useUnconnected, useUrgent } from '../integrations/urgent.ts';
import { endsSoon } from '../keys/key-facts.ts';
import { linesOf, Sentence } from '../trail/sentence.tsx';
import activityStyles from './activity.module.css';
import { listId } from './all-integrations.tsx';
import entryStyles from './entries.module.css';
import styles from './overview.module.css';

const text = words.overview;
type Row = Schemas['OrganizationIntegration'];

/** Until when the client can use the link. */
function linkTextOf({ connectLink }: Row, now: number): string {
  if (connectLink === null) return text.waiting.noLink;
  const { expired, expiresAt } = connectLink;
  return (expired ? text.waiting.expired : text.waiting.expires)(ago(expiresAt, now));
}

interface CardsProps {
  readonly page: Schemas['OrganizationIntegrationPage'];
  readonly pathOf: (integration: Row) => string;
}

/** The cards of the overview: urgent integrations, open links, accesses and keys that end soon, and the last entries. Empty cards are left out. */
export function Cards({ page, pathOf }: CardsProps) {
  const { slug: orgSlug, can } = useOrganization();
  const [, setStatus] = useFilter('status');
  const { counts } = page;
  const urgent = useUrgent({ orgSlug }, page);
  const waiting = useUnconnected(orgSlug, counts.pending > 0);
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
    note: [row.providerName, row.workspace.name, accountText(row)].filter((part) => part !== '').join(' · '),
    fact,
  });
  const ofState = (state: IntegrationState): readonly Row[] =>
    (urgent?.rows ?? []).filter((row) => stateOf(row, now) === state).toSorted(byUrgency(now));
  const attention = ofState('attention');
  const endingEntries = [
    ...ofState('ending').map((row) => ({
      at: row.authorizationEndsAt ?? '',
      entry: entryOf(row, <Health integration={row} now={now} />),
    })),
    ...(keys?.apiKeys ?? [])
      .filter((key) => endsSoon(key, now))
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
      entries={(waiting?.rows ?? [])
        .toSorted(byUrgency(now))
        .map((row) => entryOf(row, linkTextOf(row, now)))}
    />
  );
  return (
    <div className={styles.cards}>
      <div className={styles.column}>
        <Entries
          title={text.attention.title}
          count={attention.length}
          isComplete={urgent?.isComplete !== false}
          // The list below begins with them.
          onMore={() => show('')}
          entries={attention.map((row) => entryOf(row, <Health integration={row} now={now} />))}
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
  /** False: there are more than `count`. Default true. */
  readonly isComplete?: boolean;
  /** Shows the other entries. Default: the card does. */
  readonly onMore?: (() => void) | undefined;
  /** Shown if there are no entries. */
  readonly children?: ReactNode;
}

/** Further entries are behind a button, so that the next card is visible. */
const shown = 5;

/** A card of the overview: entries that link to the page where they can be handled. */
export function Entries({
  title,
  entries,
  count = entries.length,
  isComplete = true,
  onMore,
  children,
}: EntriesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const counted = isComplete ? formatNumber(count) : words.overview.atLeast(formatNumber(count));
  return (
    <section className={entryStyles.card}>
      <div className={entryStyles.head}>
        <h2>{title}</h2>
        {count > 0 && <span className={entryStyles.count}>{counted}</span>}
      </div>
      {entries.length === 0 && children}
      {entries.length > 0 && (
        <ul className={entryStyles.entries}>
          {(isOpen ? entries : entries.slice(0, shown)).map(({ key, to, name, note, fact }) => (
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
      {count > shown && !isOpen && (
        <button type="button" className={entryStyles.more} onClick={onMore ?? (() => setIsOpen(true))}>
          {words.overview.more(counted)}
        </button>
      )}
    </section>
  );
}

const activityText = words.overview.activity;
/** Lines. The entries behind them are more where equal ones are one line. */
const mostShown = 10;
const mostEntries = 100;

/** The last entries of the audit trail. */
export function Activity() {
  const { slug: orgSlug } = useOrganization();
  const query = useRead('listAuditLogs', { orgSlug, limit: mostEntries });
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
              {linesOf(auditLogs)
                .slice(0, mostShown)
                .map(({ entry, count }) => (
                  <li key={entry.id} className={activityStyles.event}>
                    <span>
                      <Sentence entry={entry} />
                      {count > 1 && ` ${activityText.times(formatNumber(count))}`}
                    </span>
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
