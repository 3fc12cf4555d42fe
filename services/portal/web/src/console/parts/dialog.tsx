import type { Input, OperationId } from '@patchbay/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { Problem } from '../../api/answer.ts';
import { Actions, Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { type FieldError, Form } from '../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { withBreaks } from '../../parts/with-breaks.tsx';
import type { Draft } from '../data/draft.ts';
import { useChange } from '../data/queries.ts';
import { words } from '../words/words.ts';
import styles from './dialog.module.css';
import noteStyles from './draft-note.module.css';
import { notify } from './toasts.tsx';

interface DialogProps {
  readonly title: string;
  /** Called after Escape, a click outside, or a press of Close. */
  readonly onClose: () => void;
  /** True: Escape and clicks outside do not close it, because its content would be lost. Default false. */
  readonly keeps?: boolean;
  readonly children: ReactNode;
}

/** A dialog that has to be answered before the page goes on. Draw it while it is open. */
export const Dialog = ({ title, onClose, keeps = false, children }: DialogProps) => (
  <ModalOverlay
    isOpen
    isDismissable={!keeps}
    isKeyboardDismissDisabled={keeps}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    className={styles.overlay ?? ''}
    data-density="compact"
  >
    <Modal className={styles.modal ?? ''}>
      <AriaDialog className={styles.dialog ?? ''}>
        <Heading slot="title" level={2}>
          {withBreaks(title)}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);

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
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void onSubmit(event);
      }}
    >
      {draft !== undefined && <DraftNote draft={draft} />}
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

const draftText = words.common.draft;

/** Says that a form shows what was typed earlier, and lets the person discard it. */
export const DraftNote = ({ draft }: { readonly draft: Draft }) =>
  draft.restored && (
    <p className={noteStyles.note} role="status">
      {draftText.restored}{' '}
      <button type="button" className={noteStyles.discard} onClick={draft.discard}>
        {draftText.discard}
      </button>
    </p>
  );

interface ConfirmProps {
  readonly title: string;
  /** The consequences, and what is deleted. */
  readonly children: ReactNode;
  /** The label of the button: the action, such as "Delete integration". */
  readonly action: string;
  /** `danger`: it takes something away. Default. */
  readonly kind?: 'danger' | 'main';
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
  const {
    title,
    children,
    action,
    dismiss = words.common.cancel,
    typed,
    kind = 'danger',
    busy,
    problem,
  } = props;
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
          <Button type="submit" kind={kind} busy={busy} waits={wait > 0}>
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

interface ConfirmChangeProps<Id extends OperationId>
  extends Pick<ConfirmProps, 'title' | 'children' | 'action' | 'typed' | 'onClose'> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** The toast after the change. Default: none, because another page says it. */
  readonly done?: string;
  /** Called after the change. Default: `onClose`. */
  readonly onDone?: () => void;
  /** Whether 404 is a success: somebody else made the change meanwhile. Default false. */
  readonly isDoneIfGone?: boolean;
  /** Whether the consequences are not loaded yet. Default false. */
  readonly isLoading?: boolean;
}

/** A confirmation that calls an operation of the API. */
export function ConfirmChange<Id extends OperationId>({
  operation,
  input,
  done,
  onDone,
  isDoneIfGone = false,
  isLoading = false,
  ...confirm
}: ConfirmChangeProps<Id>) {
  const { run, busy, problem } = useChange(operation);
  const submit = async (): Promise<void> => {
    const answer = await run(input);
    if (!answer.ok && !(isDoneIfGone && answer.problem.status === 404)) return;
    if (done !== undefined) notify(done);
    (onDone ?? confirm.onClose)();
  };
  return <Confirm {...confirm} busy={busy || isLoading} problem={problem} onConfirm={() => void submit()} />;
}

/** The list of consequences in a confirmation. */
export const Consequences = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
