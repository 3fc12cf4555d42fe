import { type ComponentProps, useId } from 'react';
import { words } from '../words/words.ts';

interface Described {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
}

/** A text input with its label, help and error. `input` takes what `register` of react-hook-form returns. */
export interface FieldProps extends Described, Omit<ComponentProps<'input'>, 'id' | 'className'> {
  /** Masked, with a button that shows it. */
  readonly secret?: boolean;
}

export function Field({ label, help, error, required = true, secret = false, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>
        {label} {!required && <span>({words.common.optional})</span>}
      </label>
      {help !== undefined && <p id={`${id}-help`}>{help}</p>}
      <input
        {...input}
        id={id}
        type={secret ? 'password' : (input.type ?? 'text')}
        aria-required={required}
        aria-invalid={error !== undefined}
        aria-describedby={
          [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
      />
      {error !== undefined && <p id={`${id}-error`}>{error}</p>}
    </div>
  );
}

export interface SelectProps extends Described, Omit<ComponentProps<'select'>, 'id' | 'className'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function Select({ label, help, error, options, ...select }: SelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {help !== undefined && <p id={`${id}-help`}>{help}</p>}
      <select
        {...select}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={
          [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error !== undefined && <p id={`${id}-error`}>{error}</p>}
    </div>
  );
}

export interface CheckboxProps
  extends Described,
    Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {}

export function Checkbox({ label, help, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-invalid={error !== undefined}
        aria-describedby={
          [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
      />
      <label htmlFor={id}>{label}</label>
      {help !== undefined && <p id={`${id}-help`}>{help}</p>}
      {error !== undefined && <p id={`${id}-error`}>{error}</p>}
    </div>
  );
}
