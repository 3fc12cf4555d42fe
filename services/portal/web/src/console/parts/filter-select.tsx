import { ChevronDown } from 'lucide-react';
import styles from './filter-select.module.css';

interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** Narrows the list below it to one of several kinds. */
export const FilterSelect = ({ label, value, options, onChange }: FilterSelectProps) => (
  <span className={styles.box}>
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden="true" />
  </span>
);
