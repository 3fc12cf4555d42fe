import { X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { words } from '../../words/words.ts';
import styles from './filter-bar.module.css';

interface ChipProps {
  readonly label: string;
  readonly isSet: boolean;
  readonly onClear: () => void;
  readonly children: (id: string) => ReactNode;
}

/** A filter as a pill with its name, its control and, if it is set, a button that clears it. */
export function Chip({ label, isSet, onClear, children }: ChipProps) {
  const id = useId();
  return (
    <div className={styles.chip} data-set={isSet}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children(id)}
      {isSet && (
        <button
          type="button"
          className={styles.clear}
          aria-label={words.trail.filters.clear(label)}
          onClick={onClear}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The input of a control before it is a valid filter value. A new filter value replaces it. */
export function useTyped(value: string): [typed: string, setTyped: (typed: string) => void] {
  const [last, setLast] = useState(value);
  const [typed, setTyped] = useState(value);
  if (last === value) return [typed, setTyped];
  setLast(value);
  setTyped(value);
  return [value, setTyped];
}
