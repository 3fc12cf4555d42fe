import { type ComponentProps, useId } from 'react';
import { type Described, describedBy, Labelled } from './described.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

interface SelectProps extends Described, Omit<ComponentProps<'select'>, 'id' | 'className'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A select in the browser's own control, which phones show in their own way. */
export function Select({ label, help, error, options, ...select }: SelectProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} help={help} error={error}>
      <div className={styles.box}>
        <select
          {...select}
          id={id}
          className={`${styles.input} ${styles.select}`}
          {...describedBy(id, { help, error })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.arrow}>
          <Icon name="down" />
        </span>
      </div>
    </Labelled>
  );
}
