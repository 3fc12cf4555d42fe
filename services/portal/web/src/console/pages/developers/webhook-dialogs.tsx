import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { Select } from '../../../parts/select.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { ConfirmChange, DialogForm } from '../../parts/dialog.tsx';
import { reveal } from '../../parts/reveal.tsx';
import { notify } from '../../parts/toasts.tsx';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import { formatNumber } from '../../words/words.ts';
import { titleOf, type Webhook } from './webhook-parts.tsx';

const text = webhooksWords;

export interface WebhookDialogProps {
  readonly orgSlug: string;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Rotates the secret of a webhook and shows the new one once. */
export function RotateSecret({ orgSlug, webhook, onClose }: WebhookDialogProps) {
  const rotate = useChange('rotateWebhookSecret');
  const [grace, setGrace] = useState('24');
  const submit = async (): Promise<void> => {
    const body = { graceHours: Number(grace) };
    const answer = await rotate.run({ orgSlug, id: webhook.id, body });
    if (!answer.ok) return;
    const { title, lead, label, grace: told } = text.reveal;
    reveal({ title, lead, label, secret: answer.data.secret, children: <p>{told(body.graceHours)}</p> });
    onClose();
  };
  return (
    <DialogForm
      title={text.rotate.title}
      submit={text.rotate.submit}
      busy={rotate.busy}
      problem={rotate.problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.rotate.lead}</p>
      <Select
        label={text.rotate.grace}
        options={Object.entries(text.rotate.graces).map(([value, label]) => ({ value, label }))}
        value={grace}
        onChange={({ target }) => setGrace(target.value)}
      />
    </DialogForm>
  );
}

const replayText = webhooksWords.replay;

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
    notify(replayText.done);
    onClose();
  });
  return (
    <DialogForm
      title={replayText.title}
      submit={replayText.submit}
      busy={replay.busy}
      problem={replay.problem}
      errors={listOf(formState.errors, ['after'])}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{replayText.lead}</p>
      <Field
        label={replayText.after}
        help={replayText.afterHelp}
        error={formState.errors.after?.message}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        {...register('after', {
          validate: (typed) => /^\d{1,15}$/.test(typed.trim()) || replayText.afterError,
        })}
      />
    </DialogForm>
  );
}

const removeText = webhooksWords.remove;

export function DeleteWebhook({ orgSlug, webhook, onClose }: WebhookDialogProps) {
  const navigate = useNavigate();
  return (
    <ConfirmChange
      operation="deleteWebhook"
      input={{ orgSlug, id: webhook.id }}
      done={removeText.done}
      onDone={() => void navigate(`/o/${orgSlug}/developers`)}
      title={removeText.title}
      action={removeText.submit}
      typed={titleOf(webhook)}
      onClose={onClose}
    >
      <p>{removeText.text}</p>
      {webhook.pending > 0 && <p>{removeText.pending(formatNumber(webhook.pending))}</p>}
    </ConfirmChange>
  );
}
