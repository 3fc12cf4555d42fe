import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';
import { ErrorNote } from './described.tsx';

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
  /** Of the radio buttons, for the summary of errors. */
  readonly name?: string;
  readonly error?: string | undefined;
}

/** A choice between alternatives, which can have fields of their own. */
export function Choice({ legend, options, value, onChange, name: given, error }: ChoiceProps) {
  const id = useId();
  const name = given ?? id;
  return (
    <fieldset className={styles.choice} aria-describedby={error === undefined ? undefined : `${name}-error`}>
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
              <bdi className={styles.label}>{option.label}</bdi>
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
      <ErrorNote id={name}>{error}</ErrorNote>
    </fieldset>
  );
}
