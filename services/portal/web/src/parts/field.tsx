import { type ComponentProps, useId, useState } from 'react';
import { words } from '../words/words.ts';
import { Announcement } from './announcement.tsx';
import { type Described, describedBy, Labelled } from './described.tsx';
import styles from './field.module.css';

/** A text input with its label, help and error. Takes what `register` of react-hook-form returns. */
interface FieldProps extends Described, Omit<ComponentProps<'input'>, 'id' | 'className'> {
  /** Masked, with a button that shows it. */
  readonly secret?: boolean;
}

export function Field({ label, help, error, required = true, secret = false, ...input }: FieldProps) {
  const id = useId();
  const attributes = { ...input, id, 'aria-required': required, ...describedBy(id, { help, error }) };
  return (
    <Labelled id={id} label={label} help={help} error={error} optional={!required && input.type !== 'search'}>
      {secret ? (
        <SecretInput {...attributes} label={label} />
      ) : (
        <input type="text" {...attributes} className={styles.input} />
      )}
    </Labelled>
  );
}

interface SecretInputProps extends ComponentProps<'input'> {
  readonly label: string;
}

/**
 * Browsers must neither store nor correct the value, also while it is visible: it is not a password of the person, and spell checkers of
 * some browsers send texts to a server.
 */
function SecretInput({ label, ...input }: SecretInputProps) {
  const [shown, setShown] = useState<boolean>();
  const { common } = words;
  return (
    <div className={styles.box}>
      <input
        {...input}
        type={shown ? 'text' : 'password'}
        className={styles.input}
        data-secret=""
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck="false"
      />
      <button
        type="button"
        className={styles.reveal}
        aria-label={shown ? common.hideField(label) : common.showField(label)}
        aria-controls={input.id}
        onClick={() => setShown(!shown)}
      >
        {shown ? common.hide : common.show}
      </button>
      {/* Announces nothing before the button was used. */}
      <Announcement>
        {shown === undefined ? undefined : shown ? common.fieldShown(label) : common.fieldHidden(label)}
      </Announcement>
    </div>
  );
}
