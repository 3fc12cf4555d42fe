import { useChange } from '../../data/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/toasts.tsx';
import { ago, words } from '../../words/words.ts';
import type { KeyDialogProps } from './rename-key.tsx';

const text = words.keys.revoke;

export function RevokeKey({ orgSlug, apiKey, onClose }: KeyDialogProps) {
  const revoke = useChange('revokeApiKey');
  const confirm = async (): Promise<void> => {
    const { ok } = await revoke.run({ orgSlug, id: apiKey.id });
    if (!ok) return;
    notify(text.done(apiKey.name));
    onClose();
  };
  return (
    <Confirm
      title={text.title}
      action={text.submit}
      typed={apiKey.name}
      busy={revoke.busy}
      problem={revoke.problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{text.text}</p>
      <p>
        <strong>
          {apiKey.lastRequest === undefined ? text.neverUsed : text.used(ago(apiKey.lastRequest))}
        </strong>{' '}
        {apiKey.status === 'active' && text.rotate}
      </p>
    </Confirm>
  );
}
