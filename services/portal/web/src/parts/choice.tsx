import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** Shown while the option is chosen: its fields. */
  readonly content?: ReactNode;
}

export interface ChoiceProps {
  readonly legend: string;
  readonly options: readonly ChoiceOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice between alternatives, each with its own fields. */
export function Choice({ legend, options, value, onChange }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => {
        const helpId = option.help === undefined ? undefined : `${name}-${option.value}`;
        const chosen = option.value === value;
        const content = chosen ? (option.content ?? null) : null;
        return (
          <div key={option.value} className={styles.option} data-chosen={chosen}>
            <label className={styles.head}>
              <input
                type="radio"
                className={styles.radio}
                name={name}
                value={option.value}
                checked={chosen}
                aria-describedby={helpId}
                onChange={() => onChange(option.value)}
              />
              <span className={styles.label}>{option.label}</span>
            </label>
            {helpId !== undefined && (
              <p id={helpId} className={styles.help}>
                {option.help}
              </p>
            )}
            {content !== null && <div className={styles.content}>{content}</div>}
          </div>
        );
      })}
    </fieldset>
  );
}
