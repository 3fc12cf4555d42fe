import { type ComponentProps, useState } from 'react';
import { words } from '../words/words.ts';
import { Announcement } from './announcement.tsx';
import styles from './field.module.css';

interface SecretInputProps extends ComponentProps<'input'> {
  readonly label: string;
}

/**
 * Browsers neither keep nor correct what is typed, also while it is shown: it is no password of the person, and spelling checks of
 * some browsers send texts to a server.
 */
export function SecretInput({ label, ...input }: SecretInputProps) {
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
        spellCheck={false}
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
      {/* Nothing is said before the button was used. */}
      <Announcement>
        {shown === undefined ? undefined : shown ? common.fieldShown(label) : common.fieldHidden(label)}
      </Announcement>
    </div>
  );
}
