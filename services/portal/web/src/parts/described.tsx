import styles from './described.module.css';
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
