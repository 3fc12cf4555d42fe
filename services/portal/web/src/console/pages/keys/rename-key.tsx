import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import type { ApiKey } from './key-facts.ts';

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
        autoComplete="off"
        autoFocus
        {...register('name', {
          validate: (typed) => (typed.trim() !== '' && typed.trim().length <= 100) || text.newKey.nameError,
        })}
      />
    </DialogForm>
  );
}
