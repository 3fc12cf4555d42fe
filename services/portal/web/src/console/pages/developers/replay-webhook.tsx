import { Actions, Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form, listOf } from '../../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import type { WebhookDialogProps } from './webhook-actions.tsx';

const text = words.webhooks.replay;

interface ReplayWebhookProps extends WebhookDialogProps {
  /** What the field has at first. */
  readonly after?: number;
}

/** Sends a part of the trail once more. */
export function ReplayWebhook({ orgSlug, webhook, after, onClose }: ReplayWebhookProps) {
  const replay = useChange('replayWebhook');
  const wait = useWait(replay.problem);
  const { register, handleSubmit, formState, forget } = useDraft(
    `o/${orgSlug}/webhooks/${webhook.id}/replay/${after ?? ''}`,
    { after: after === undefined ? '' : String(after) },
  );
  const submit = handleSubmit(async (values) => {
    const body = { afterSequence: Number(values.after) };
    const { ok } = await replay.run({ orgSlug, id: webhook.id, body });
    if (!ok) return;
    forget();
    notify(text.done);
    onClose();
  });
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Form onSubmit={(event) => void submit(event)} errors={listOf(formState.errors, ['after'])}>
        <p>{text.lead}</p>
        {replay.problem !== undefined && <ProblemAlert problem={replay.problem} />}
        <Field
          label={text.after}
          help={text.afterHelp}
          error={formState.errors.after?.message}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          {...register('after', { validate: (typed) => /^\d{1,15}$/.test(typed.trim()) || text.afterError })}
        />
        <Actions>
          <Button type="submit" busy={replay.busy} waits={wait > 0}>
            {text.submit}
          </Button>
          <Button kind="other" onClick={onClose}>
            {words.common.cancel}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
