import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { type Attempt, supportsPasskeys } from '../../../pages/sign-in/passkey.ts';
import { PasskeyFailure } from '../../../pages/sign-in/passkey-failure.tsx';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { Text } from '../../../parts/text.tsx';
import { useOnce } from '../../../state/use-once.ts';
import { longest } from '../../data/api-bounds.ts';
import { useDraft } from '../../data/draft.ts';
import { createPasskey, suggestedName } from '../../data/new-passkey.ts';
import { endOffer } from '../../data/passkey-offer.ts';
import { useChange, useRead } from '../../data/queries.ts';
import { useSignedIn } from '../../data/session.ts';
import { Tag, Time } from '../../parts/cells.tsx';
import { ConfirmChange, DialogForm } from '../../parts/dialog.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { passkeys as passkeysWords } from '../../words/en/passkeys.ts';
import { words } from '../../words/words.ts';
import styles from './account.module.css';

const text = passkeysWords;

type Passkey = Schemas['Passkey'];

type Open = { readonly dialog: 'new' } | { readonly dialog: 'rename' | 'delete'; readonly passkey: Passkey };

/** The passkeys of the caller. */
export function Passkeys() {
  const query = useRead('listPasskeys', {});
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const create = (
    <Button
      kind="other"
      refused={supportsPasskeys() ? undefined : text.unable}
      onClick={() => setOpen({ dialog: 'new' })}
    >
      {text.create}
    </Button>
  );
  const action = (label: string, dialog: 'rename' | 'delete', passkey: Passkey) => (
    <button
      type="button"
      className={styles.action}
      aria-label={`${label} ${passkey.name}`}
      onClick={() => setOpen({ dialog, passkey })}
    >
      {label}
    </button>
  );
  const some = (query.data?.passkeys.length ?? 0) > 0;
  return (
    <Section title={text.title} aside={some && create}>
      <Text kind="quiet">{text.text}</Text>
      <Loaded query={query}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <Empty title={text.none} text={text.noneText}>
              {create}
            </Empty>
          ) : (
            <Grid
              label={text.title}
              rows={passkeys}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: text.name,
                  cell: ({ name, backedUp }) => (
                    <span className={styles.name}>
                      <bdi>{name}</bdi>
                      {backedUp && <Tag>{text.synced}</Tag>}
                    </span>
                  ),
                },
                {
                  head: text.created,
                  width: '9rem',
                  cell: ({ createdAt }) => <Time at={createdAt} />,
                },
                {
                  head: text.lastUsed,
                  width: '9rem',
                  cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
                },
                {
                  head: text.actions,
                  width: '10rem',
                  cell: (passkey) => (
                    <span className={styles.actions}>
                      {action(text.rename, 'rename', passkey)}
                      {action(text.delete, 'delete', passkey)}
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {open?.dialog === 'new' && <NewPasskey onClose={close} />}
      {open?.dialog === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.dialog === 'delete' && (
        <DeletePasskey passkey={open.passkey} isLast={query.data?.passkeys.length === 1} onClose={close} />
      )}
    </Section>
  );
}

interface NewPasskeyProps {
  readonly onClose: () => void;
}

const validate = (typed: string): true | string => typed.trim() !== '' || text.nameError;

interface NameFieldProps {
  readonly error: string | undefined;
  readonly field: UseFormRegisterReturn;
}

const NameField = ({ error, field }: NameFieldProps) => (
  <Field
    label={text.name}
    help={text.nameHelp}
    error={error}
    maxLength={longest.name}
    autoComplete="off"
    autoFocus
    {...field}
  />
);

/** Asks for a name, then creates a passkey. */
export function NewPasskey({ onClose }: NewPasskeyProps) {
  const { user } = useSignedIn();
  const draft = useDraft('account/passkeys/new', { name: suggestedName() });
  const { register, handleSubmit, formState, forget } = draft;
  const [busy, once] = useOnce();
  const [failed, setFailed] = useState<Attempt<unknown>>();
  const submit = handleSubmit(({ name }) =>
    once(async () => {
      setFailed(undefined);
      const attempt = await createPasskey(name.trim());
      if (attempt.kind !== 'done') return setFailed(attempt);
      endOffer(user.id);
      notify(text.done(attempt.data.name));
      forget();
      onClose();
    }),
  );
  return (
    <DialogForm
      title={text.create}
      submit={text.next}
      busy={busy}
      problem={undefined}
      errors={listOf(formState.errors, ['name'])}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasskeyFailure attempt={failed} notTaken={text.notTaken} />
      <NameField error={formState.errors.name?.message} field={register('name', { validate })} />
      <Text kind="quiet">{text.newText}</Text>
    </DialogForm>
  );
}

interface PasskeyDialogProps extends NewPasskeyProps {
  readonly passkey: Schemas['Passkey'];
}

export function RenamePasskey({ passkey, onClose }: PasskeyDialogProps) {
  const update = useChange('updatePasskey');
  const draft = useDraft(`account/passkeys/${passkey.id}`, { name: passkey.name });
  const { register, handleSubmit, formState, forget } = draft;
  const submit = handleSubmit(async ({ name }) => {
    const { ok } = await update.run({ id: passkey.id, body: { name: name.trim() } });
    if (!ok) return;
    notify(text.renamed);
    forget();
    onClose();
  });
  return (
    <DialogForm
      title={text.renameTitle}
      submit={words.common.save}
      busy={update.busy}
      problem={update.problem}
      errors={listOf(formState.errors, ['name'])}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField error={formState.errors.name?.message} field={register('name', { validate })} />
    </DialogForm>
  );
}

interface DeletePasskeyProps extends PasskeyDialogProps {
  readonly isLast: boolean;
}

export function DeletePasskey({ passkey: { id, name }, isLast, onClose }: DeletePasskeyProps) {
  return (
    <ConfirmChange
      operation="deletePasskey"
      input={{ id }}
      done={text.deleted(name)}
      title={text.deleteTitle(name)}
      action={text.deleteAction}
      onClose={onClose}
    >
      <p>{text.deleteText}</p>
      {isLast && <p>{text.deleteLast}</p>}
    </ConfirmChange>
  );
}
