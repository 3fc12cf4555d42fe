import { Search } from 'lucide-react';
import styles from './search-box.module.css';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Finds rows of the list below it while one types. */
export const SearchBox = ({ label, value, onChange }: SearchBoxProps) => (
  <div className={styles.box}>
    <Search aria-hidden="true" />
    <input
      type="search"
      className={styles.input}
      aria-label={label}
      placeholder={label}
      value={value}
      autoComplete="off"
      spellCheck="false"
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
);
