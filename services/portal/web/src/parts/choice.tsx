import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';
import { ErrorNote } from './described.tsx';

interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** Shown while the option is chosen: its fields. */
  readonly content?: ReactNode;
}

interface OptionsProps {
  readonly legend: string;
  readonly options: readonly ChoiceOption[];
  /** Of the inputs, for the summary of errors. */
  readonly name?: string | undefined;
  readonly error?: string | undefined;
}

interface ChoiceProps extends OptionsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice between alternatives, which can have fields of their own. */
export const Choice = ({ value, onChange, ...options }: ChoiceProps) => (
  <Options {...options} type="radio" isChosen={(option) => option === value} onChange={onChange} />
);

interface ChoicesProps extends OptionsProps {
  readonly values: ReadonlySet<string>;
  /** Called with the value that is chosen now, or no longer is. */
  readonly onToggle: (value: string) => void;
}

/** A choice of any number of options. */
export const Choices = ({ values, onToggle, ...options }: ChoicesProps) => (
  <Options {...options} type="checkbox" isChosen={(option) => values.has(option)} onChange={onToggle} />
);

interface InputsProps extends OptionsProps {
  readonly type: 'radio' | 'checkbox';
  readonly isChosen: (value: string) => boolean;
  readonly onChange: (value: string) => void;
}

function Options({ legend, options, type, isChosen, onChange, name: given, error }: InputsProps) {
  const id = useId();
  const name = given ?? id;
  return (
    <fieldset className={styles.choice} aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => {
        const helpId = option.help === undefined ? undefined : `${name}-${option.value}`;
        const chosen = isChosen(option.value);
        const content = chosen ? (option.content ?? null) : null;
        return (
          <div key={option.value} className={styles.option} data-chosen={chosen}>
            <label className={styles.head}>
              <input
                type={type}
                className={type === 'radio' ? styles.radio : styles.box}
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
