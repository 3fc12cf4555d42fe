import { useForm } from 'react-hook-form';
import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { Select } from '../../../parts/select.tsx';
import { longest } from '../../data/api-bounds.ts';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { ConfirmChange, DialogForm } from '../../parts/dialog.tsx';
import { notify } from '../../parts/toasts.tsx';
import { ago, words } from '../../words/words.ts';
import type { ApiKey } from './key-facts.ts';
import { daysOf, lifetimeOptions } from './new-key.tsx';
import { revealKey } from './reveal-key.tsx';

const text = words.keys;

export interface KeyDialogProps {
  readonly orgSlug: string;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RenameKey({ orgSlug, apiKey, onClose }: KeyDialogProps) {
  const update = useChange('updateApiKey');
  const draft = useDraft(`o/${orgSlug}/keys/${apiKey.id}`, {
    name: apiKey.name,
  });
  const { register, handleSubmit, formState, forget } = draft;
  const submit = handleSubmit(async ({ name }) => {
    const { ok } = await update.run({ orgSlug, id: apiKey.id, body: { name: name.trim() } });
    if (!ok) return;
    notify(text.panel.renamed);
    forget();
    onClose();
  });
  return (
    <DialogForm
      title={text.panel.rename}
      submit={words.common.save}
      busy={update.busy}
      problem={update.problem}
      errors={listOf(formState.errors, ['name'])}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={text.name}
        help={text.newKey.nameHelp}
        error={formState.errors.name?.message}
        maxLength={longest.name}
        autoComplete="off"
        autoFocus
        {...register('name', {
          validate: (typed) => typed.trim() !== '' || text.newKey.nameError,
        })}
      />
    </DialogForm>
  );
}

const revokeText = words.keys.revoke;

export function RevokeKey({ orgSlug, apiKey, onClose }: KeyDialogProps) {
  return (
    <ConfirmChange
      operation="revokeApiKey"
      input={{ orgSlug, id: apiKey.id }}
      done={revokeText.done(apiKey.name)}
      title={revokeText.title}
      action={revokeText.submit}
      typed={apiKey.name}
      onClose={onClose}
    >
      <p>{revokeText.text}</p>
      <p>
        <strong>
          {apiKey.lastRequest === undefined ? revokeText.neverUsed : revokeText.used(ago(apiKey.lastRequest))}
        </strong>{' '}
        {apiKey.status === 'active' && revokeText.rotate}
      </p>
    </ConfirmChange>
  );
}

const rotateText = words.keys.rotate;

/** When the old key ends: after the grace window, or at its expiry if that is earlier. */
function endOf(expiresAt: string | null, graceHours: number): string {
  const grace = Date.now() + graceHours * 3_600_000;
  return new Date(expiresAt === null ? grace : Math.min(grace, Date.parse(expiresAt))).toISOString();
}

interface RotateKeyProps extends KeyDialogProps {
  /** Called with the id of the new key once the person has seen it. */
  readonly onRotated: (id: string) => void;
}

/** Rotates a key and shows the new one once. */
export function RotateKey({ orgSlug, apiKey, onClose, onRotated }: RotateKeyProps) {
  const rotate = useChange('rotateApiKey');
  const { register, handleSubmit } = useForm({ defaultValues: { grace: '24', lifetime: '' } });
  const submit = handleSubmit(async ({ grace, lifetime }) => {
    const graceHours = Number(grace);
    const body = { graceHours, ...(lifetime !== '' && { expiresInDays: daysOf(lifetime) }) };
    const answer = await rotate.run({ orgSlug, id: apiKey.id, body });
    if (!answer.ok) return;
    const oldEndsAt = endOf(apiKey.expiresAt, graceHours);
    revealKey({ orgSlug, apiKey: answer.data, oldEndsAt, onSeen: onRotated });
    onClose();
  });
  return (
    <DialogForm
      title={rotateText.title}
      submit={rotateText.submit}
      busy={rotate.busy}
      problem={rotate.problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{rotateText.lead}</p>
      <Select
        label={rotateText.grace}
        help={rotateText.graceHelp}
        options={Object.entries(rotateText.graces).map(([value, label]) => ({ value, label }))}
        {...register('grace')}
      />
      <Select
        label={rotateText.lifetime}
        options={[{ value: '', label: rotateText.sameLifetime }, ...lifetimeOptions]}
        {...register('lifetime')}
      />
    </DialogForm>
  );
}
