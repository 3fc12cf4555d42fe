import { type ReactNode, useId } from 'react';

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

/** One of several ways, each with fields of its own. */
export function Choice({ legend, options, value, onChange }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <label>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
          {option.help !== undefined && <p>{option.help}</p>}
          {option.value === value && option.content}
        </div>
      ))}
    </fieldset>
  );
}
