import { type ComponentProps, useId } from 'react';
import { type Described, describedBy, Labelled } from './described.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { saysRefusal, useRefusal } from './refusals.ts';

interface SelectProps extends Described, Omit<ComponentProps<'select'>, 'id' | 'className'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A select in the browser's own control, which phones show in their own way. */
export function Select({ label, help, options, ...rest }: SelectProps) {
  const id = useId();
  const refusal = useRefusal(rest.name, label);
  const { error = refusal, ...select } = rest;
  return (
    <Labelled id={id} label={label} help={help} error={error}>
      <div className={styles.box}>
        <select
          {...select}
          id={id}
          {...saysRefusal}
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
