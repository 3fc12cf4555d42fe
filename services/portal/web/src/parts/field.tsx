import { type ComponentProps, useId } from 'react';
import { words } from '../words/words.ts';
import { type Described, describedBy, ErrorNote, Help } from './described.tsx';
import styles from './field.module.css';
import { SecretInput } from './secret-input.tsx';

/** A text input with its label, help and error. Takes what `register` of react-hook-form returns. */
export interface FieldProps extends Described, Omit<ComponentProps<'input'>, 'id' | 'className'> {
  /** Masked, with a button that shows it. */
  readonly secret?: boolean;
}

export function Field({ label, help, error, required = true, secret = false, ...input }: FieldProps) {
  const id = useId();
  const attributes = { ...input, id, 'aria-required': required, ...describedBy(id, { help, error }) };
  return (
    <div className={styles.field}>
      <div className={styles.words}>
        <label htmlFor={id} className={styles.label}>
          {label} {!required && <span className={styles.optional}>({words.common.optional})</span>}
        </label>
        <Help id={id}>{help}</Help>
      </div>
      {secret ? (
        <SecretInput {...attributes} label={label} />
      ) : (
        <input type="text" {...attributes} className={styles.input} />
      )}
      <ErrorNote id={id}>{error}</ErrorNote>
    </div>
  );
}
