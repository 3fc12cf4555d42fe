import { useState } from 'react';
import { Select } from '../../../parts/select.tsx';
import { useChange } from '../../data/queries.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { reveal } from '../../parts/reveal.tsx';
import { words } from '../../words/words.ts';
import type { WebhookDialogProps } from './webhook-actions.tsx';

const text = words.webhooks;

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
