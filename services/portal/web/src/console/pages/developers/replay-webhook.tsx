import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import type { WebhookDialogProps } from './webhook-actions.tsx';

const text = words.webhooks.replay;

interface ReplayWebhookProps extends WebhookDialogProps {
  /** The initial value of the field. */
  readonly after?: number;
}

/** Replays a range of the trail. */
export function ReplayWebhook({ orgSlug, webhook, after, onClose }: ReplayWebhookProps) {
  const replay = useChange('replayWebhook');
  const draft = useDraft(`o/${orgSlug}/webhooks/${webhook.id}/replay/${after ?? ''}`, {
    after: after === undefined ? '' : String(after),
  });
  const { register, handleSubmit, formState, forget } = draft;
  const submit = handleSubmit(async (values) => {
    const body = { afterSequence: Number(values.after) };
    const { ok } = await replay.run({ orgSlug, id: webhook.id, body });
    if (!ok) return;
    forget();
    notify(text.done);
    onClose();
  });
  return (
    <DialogForm
      title={text.title}
      submit={text.submit}
      busy={replay.busy}
      problem={replay.problem}
      errors={listOf(formState.errors, ['after'])}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.lead}</p>
      <Field
        label={text.after}
        help={text.afterHelp}
        error={formState.errors.after?.message}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        {...register('after', { validate: (typed) => /^\d{1,15}$/.test(typed.trim()) || text.afterError })}
      />
    </DialogForm>
  );
}
