import { ChevronDown, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { longest } from '../data/api-bounds.ts';
import styles from './filter.module.css';
import searchStyles from './search-box.module.css';

interface FilterProps {
  /** What it filters by, for screen readers: the options say it to the others. */
  readonly label: string;
  readonly value: string;
  /** The first narrows nothing. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** Narrows the list below it. */
export const Filter = ({ label, value, options, onChange }: FilterProps) => (
  <div className={styles.filter}>
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      data-set={value !== options[0]?.value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden="true" />
  </div>
);

/** The search box and the filters of a list, side by side where they fit. */
export const Filters = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.filters}>{children}</div>
);

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Finds rows of the list below it while one types. */
export const SearchBox = ({ label, value, onChange }: SearchBoxProps) => (
  <div className={searchStyles.box}>
    <Search aria-hidden="true" />
    <input
      type="search"
      className={searchStyles.input}
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={longest.search}
      autoComplete="off"
      spellCheck="false"
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
);
