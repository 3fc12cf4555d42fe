import type { ReactNode } from 'react';
import { words } from '../words/words.ts';
import styles from './described.module.css';
import field from './field.module.css';
import { Icon } from './icon.tsx';

/** The texts around every input. */
export interface Described {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
}

/** Attributes of an input that tie it to `Help` and `ErrorNote` of the same id. */
export const describedBy = (id: string, { help, error }: Omit<Described, 'label'>) => ({
  'aria-invalid': error !== undefined,
  'aria-describedby':
    [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ') ||
    undefined,
});

interface NoteProps {
  readonly id: string;
  readonly children: string | undefined;
}

export const Help = ({ id, children }: NoteProps) =>
  children !== undefined && (
    <p id={`${id}-help`} className={styles.help}>
      {children}
    </p>
  );

export const ErrorNote = ({ id, children }: NoteProps) =>
  children !== undefined && (
    <p id={`${id}-error`} className={styles.error}>
      <Icon name="failure" />
      <span>{children}</span>
    </p>
  );

interface LabelledProps extends Described {
  readonly id: string;
  /** Whether the label says that the input is optional. Default false. */
  readonly optional?: boolean;
  /** Below the input: how much room is left. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** An input with its label and help above it and its error below. */
export const Labelled = ({ id, label, help, error, optional = false, note, children }: LabelledProps) => (
  <div className={field.field}>
    <div className={field.words}>
      <label htmlFor={id} className={field.label}>
        {label}
        {optional && <span className={field.optional}> ({words.common.optional})</span>}
      </label>
      <Help id={id}>{help}</Help>
    </div>
    {children}
    {note !== undefined && (
      <p className={styles.help} role="status">
        {note}
      </p>
    )}
    <ErrorNote id={id}>{error}</ErrorNote>
  </div>
);
