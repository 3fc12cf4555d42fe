import { type ComponentProps, useId } from 'react';
import styles from './checkbox.module.css';
import { type Described, describedBy, ErrorNote, Help } from './described.tsx';

interface CheckboxProps extends Described, Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {}

export function Checkbox({ label, help, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.checkbox}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={styles.box}
        {...describedBy(id, { help, error })}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.notes}>
        <Help id={id}>{help}</Help>
        <ErrorNote id={id}>{error}</ErrorNote>
      </div>
    </div>
  );
}
