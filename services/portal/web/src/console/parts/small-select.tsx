import styles from './small-select.module.css';

interface SmallSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** Narrows what is below it down. Its first option says what it is about, so that the label is for screen readers alone. */
export const SmallSelect = ({ label, value, options, onChange }: SmallSelectProps) => (
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
);
