import type { FormEvent, ReactNode } from 'react';
import type { Problem } from '../../api/answer.ts';
import { Actions, Button } from '../../parts/button.tsx';
import { type FieldError, Form } from '../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import type { Draft } from '../data/draft.ts';
import { words } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { DraftNote } from './draft-note.tsx';

interface DialogFieldsProps {
  /** The button that sends the form. */
  readonly submit: string;
  readonly busy: boolean;
  /** The problem of the last attempt, unless a field shows it. */
  readonly problem: Problem | undefined;
  /** For the summary of the form. */
  readonly errors?: readonly FieldError[];
  /** The draft of the fields. Discarded when the dialog is closed. */
  readonly draft?: Draft;
  /** Not called while it is busy. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog that has to load something first: the `Dialog` around it has `keeps={busy}`. */
export function DialogFields({
  submit,
  busy,
  problem,
  errors = [],
  draft,
  onSubmit,
  onClose,
  children,
}: DialogFieldsProps) {
  const wait = useWait(problem);
  return (
    <Form
      errors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void onSubmit(event);
      }}
    >
      {draft !== undefined && <DraftNote draft={draft} />}
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {children}
      <Actions>
        <Button type="submit" busy={busy} waits={wait > 0}>
          {submit}
        </Button>
        <Button kind="other" waits={busy} onClick={onClose}>
          {words.common.cancel}
        </Button>
      </Actions>
    </Form>
  );
}

interface DialogFormProps extends DialogFieldsProps {
  readonly title: string;
}

/** A dialog with a form. It cannot be closed during the request, so that the result is seen. */
export function DialogForm({ title, ...form }: DialogFormProps) {
  const close = (): void => {
    form.draft?.forget();
    form.onClose();
  };
  return (
    <Dialog title={title} keeps={form.busy} onClose={close}>
      <DialogFields {...form} onClose={close} />
    </Dialog>
  );
}
