import { type ComponentProps, useId } from 'react';
import { type Described, describedBy, ErrorNote, Help } from '../../parts/described.tsx';
import field from '../../parts/field.module.css';
import styles from './text-area.module.css';

interface TextAreaProps extends Described, Omit<ComponentProps<'textarea'>, 'id' | 'className'> {}

/** A text of several lines with its label, help and error. Takes what `register` of react-hook-form returns. */
export function TextArea({ label, help, error, rows = 4, required = true, ...input }: TextAreaProps) {
  const id = useId();
  return (
    <div className={field.field}>
      <div className={field.words}>
        <label htmlFor={id} className={field.label}>
          {label}
        </label>
        <Help id={id}>{help}</Help>
      </div>
      <textarea
        {...input}
        id={id}
        rows={rows}
        aria-required={required}
        className={`${field.input} ${styles.area}`}
        {...describedBy(id, { help, error })}
      />
      <ErrorNote id={id}>{error}</ErrorNote>
    </div>
  );
}
