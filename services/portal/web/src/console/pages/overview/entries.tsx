import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber, words } from '../../words/words.ts';
import styles from './entries.module.css';

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
  <section className={styles.card}>
    <div className={styles.head}>
      <h2>{title}</h2>
      {count > 0 && <span className={styles.count}>{formatNumber(count)}</span>}
    </div>
    {entries.length === 0 && children}
    {entries.length > 0 && (
      <ul className={styles.entries}>
        {entries.slice(0, shown).map(({ key, to, name, note, fact }) => (
          <li key={key}>
            <Link to={to} className={styles.entry}>
              <span className={styles.words}>
                <bdi className={styles.name}>{name}</bdi>
                <bdi className={styles.note}>{note}</bdi>
              </span>
              <span className={styles.fact}>{fact}</span>
            </Link>
          </li>
        ))}
      </ul>
    )}
    {count > shown && onMore !== undefined && (
      <button type="button" className={styles.more} onClick={onMore}>
        {words.overview.more(formatNumber(count))}
      </button>
    )}
  </section>
);
