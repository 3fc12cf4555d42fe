import { type ComponentProps, type InputEvent, useId, useLayoutEffect, useState } from 'react';
import { words } from '../words/words.ts';
import { Announcement } from './announcement.tsx';
import { type Described, describedBy, Labelled } from './described.tsx';
import styles from './field.module.css';
import { saysRefusal, useRefusal } from './refusals.ts';

/** A text input with its label, help and error. Takes what `register` of react-hook-form returns. */
interface FieldProps extends Described, Omit<ComponentProps<'input'>, 'id' | 'className' | 'maxLength'> {
  /** Masked, with a button that shows it. */
  readonly secret?: boolean;
  /** Characters, as the API counts them. More can be typed and pasted: nothing is cut, and the form is not sent. */
  readonly maxLength?: number | undefined;
}

export function Field({ label, help, required = true, secret = false, maxLength, ...input }: FieldProps) {
  const id = useId();
  const room = useRoom(id, maxLength);
  const refusal = useRefusal(input.name, label);
  const error = room.error ?? input.error ?? refusal;
  const { error: _own, ...own } = input;
  const attributes = {
    ...own,
    id,
    'aria-required': required,
    ...describedBy(id, { help, error }),
    'data-too-long': room.error !== undefined,
    ...saysRefusal,
    onInput: (event: InputEvent<HTMLInputElement>) => {
      room.measure();
      own.onInput?.(event);
    },
  };
  return (
    <Labelled
      id={id}
      label={label}
      help={help}
      error={error}
      note={room.note}
      optional={!required && input.type !== 'search'}
    >
      {secret ? (
        <SecretInput {...attributes} label={label} />
      ) : (
        <input type="text" {...attributes} className={styles.input} />
      )}
    </Labelled>
  );
}

interface Room {
  /** How many characters are left, near the bound. */
  readonly note: string | undefined;
  readonly error: string | undefined;
  readonly measure: () => void;
}

/** Of the bound, or so many characters: where the number of those that are left is shown. */
const nearPart = 0.1;
const nearCount = 10;

/** How much room is left in a field. The field may be controlled by React or by its form. */
function useRoom(id: string, most: number | undefined): Room {
  const [length, setLength] = useState(0);
  const measure = (): void => {
    if (most === undefined) return;
    const { value } = document.getElementById(id) as HTMLInputElement;
    setLength(Array.from(value.trim()).length);
  };
  // The form may have set another value.
  useLayoutEffect(measure);
  const left = (most ?? Number.POSITIVE_INFINITY) - length;
  const { common } = words;
  return {
    note:
      left >= 0 && left <= Math.max(nearCount, (most ?? 0) * nearPart)
        ? common.charactersLeft(left)
        : undefined,
    error: left < 0 ? common.tooLong(-left, most ?? 0) : undefined,
    measure,
  };
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
