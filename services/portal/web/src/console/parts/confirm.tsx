import { type ReactNode, useState } from 'react';
import type { Problem } from '../../api/answer.ts';
import { Actions, Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { words } from '../words/words.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  readonly title: string;
  /** The consequences, and what is deleted. */
  readonly children: ReactNode;
  /** The label of the button: the action, such as "Delete integration". */
  readonly action: string;
  /** The other button. Default: "Cancel". */
  readonly dismiss?: string;
  /** The text that the person must type: the name of what is deleted. Default: a click is enough. */
  readonly typed?: string;
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Names as people type them: spaces and accents can be stored in other ways than they are seen. */
const asTyped = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim();

/** The dialog before an irreversible action. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, dismiss = words.common.cancel, typed, busy, problem } = props;
  const { onConfirm, onClose } = props;
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const wait = useWait(problem);
  const submit = (): void => {
    const matches = typed === undefined || asTyped(text) === asTyped(typed);
    setError(matches ? undefined : words.common.confirm.mismatch(typed ?? ''));
    if (matches && !busy) onConfirm();
  };
  return (
    <Dialog title={title} keeps={busy} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        errors={error === undefined ? [] : [{ name: 'name', message: error }]}
      >
        {children}
        {problem !== undefined && <ProblemAlert problem={problem} />}
        {typed !== undefined && (
          <Field
            label={words.common.confirm.label(typed)}
            name="name"
            value={text}
            error={error}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck="false"
            autoFocus
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <Actions>
          <Button type="submit" kind="danger" busy={busy} waits={wait > 0}>
            {action}
          </Button>
          <Button kind="other" waits={busy} onClick={onClose}>
            {dismiss}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
