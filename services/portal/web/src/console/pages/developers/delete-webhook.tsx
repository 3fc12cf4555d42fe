import { useNavigate } from 'react-router';
import { useChange } from '../../data/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/toasts.tsx';
import { formatNumber, words } from '../../words/words.ts';
import type { WebhookDialogProps } from './webhook-actions.tsx';
import { titleOf } from './webhook-parts.tsx';

const text = words.webhooks.remove;

export function DeleteWebhook({ orgSlug, webhook, onClose }: WebhookDialogProps) {
  const navigate = useNavigate();
  const remove = useChange('deleteWebhook');
  const confirm = async (): Promise<void> => {
    const { ok } = await remove.run({ orgSlug, id: webhook.id });
    if (!ok) return;
    notify(text.done);
    void navigate(`/o/${orgSlug}/developers`);
  };
  return (
    <Confirm
      title={text.title}
      action={text.submit}
      typed={titleOf(webhook)}
      busy={remove.busy}
      problem={remove.problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{text.text}</p>
      {webhook.pending > 0 && <p>{text.pending(formatNumber(webhook.pending))}</p>}
    </Confirm>
  );
}
