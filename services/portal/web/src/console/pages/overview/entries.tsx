import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber, words } from '../../words/words.ts';
import styles from './entries.module.css';

export interface Entry {
  readonly key: string;
  readonly to: string;
  readonly name: string;
  /** Where it is: provider and workspace. */
  readonly note: string;
  /** What there is to know about it. */
  readonly fact: ReactNode;
}

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** How many there are, if these are not all. Default: as many as given. */
  readonly count?: number;
  /** Shows the others. Undefined: there is no place that does. */
  readonly onMore?: (() => void) | undefined;
  /** In place of entries, if there are none. */
  readonly children?: ReactNode;
}

/** More than these are behind a button, so that the next card is in sight. */
const shown = 5;

/** A card of the overview: a few things that lead to where one can do something about them. */
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
