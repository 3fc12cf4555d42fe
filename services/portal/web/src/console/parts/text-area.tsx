import { type ComponentProps, useId } from 'react';
import { type Described, describedBy, Labelled } from '../../parts/described.tsx';
import field from '../../parts/field.module.css';
import { saysRefusal, useRefusal } from '../../parts/refusals.ts';
import styles from './text-area.module.css';

interface TextAreaProps extends Described, Omit<ComponentProps<'textarea'>, 'id' | 'className'> {}

/** A text of several lines with its label, help and error. Takes what `register` of react-hook-form returns. */
export function TextArea({ label, help, rows = 4, required = true, ...area }: TextAreaProps) {
  const id = useId();
  const refusal = useRefusal(area.name, label);
  const { error = refusal, ...input } = area;
  return (
    <Labelled id={id} label={label} help={help} error={error}>
      <textarea
        {...input}
        id={id}
        {...saysRefusal}
        rows={rows}
        aria-required={required}
        className={`${field.input} ${styles.area}`}
        {...describedBy(id, { help, error })}
      />
    </Labelled>
  );
}
