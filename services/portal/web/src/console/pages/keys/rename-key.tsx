import { Actions, Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form, listOf } from '../../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
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
  const wait = useWait(update.problem);
  const { register, handleSubmit, formState, forget } = useDraft(`o/${orgSlug}/keys/${apiKey.id}`, {
    name: apiKey.name,
  });
  const close = (): void => {
    forget();
    onClose();
  };
  const submit = handleSubmit(async ({ name }) => {
    const { ok } = await update.run({ orgSlug, id: apiKey.id, body: { name: name.trim() } });
    if (!ok) return;
    notify(text.panel.renamed);
    close();
  });
  return (
    <Dialog title={text.panel.rename} onClose={close}>
      <Form onSubmit={(event) => void submit(event)} errors={listOf(formState.errors, ['name'])}>
        {update.problem !== undefined && <ProblemAlert problem={update.problem} />}
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
        <Actions>
          <Button type="submit" busy={update.busy} waits={wait > 0}>
            {words.common.save}
          </Button>
          <Button kind="other" onClick={close}>
            {words.common.cancel}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
