import { useForm } from 'react-hook-form';
import { Select } from '../../../parts/select.tsx';
import { useChange } from '../../data/queries.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { words } from '../../words/words.ts';
import { daysOf, lifetimeOptions } from './lifetimes.ts';
import type { KeyDialogProps } from './rename-key.tsx';
import { revealKey } from './reveal-key.tsx';

const text = words.keys.rotate;

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
      title={text.title}
      submit={text.submit}
      busy={rotate.busy}
      problem={rotate.problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.lead}</p>
      <Select
        label={text.grace}
        help={text.graceHelp}
        options={Object.entries(text.graces).map(([value, label]) => ({ value, label }))}
        {...register('grace')}
      />
      <Select
        label={text.lifetime}
        options={[{ value: '', label: text.sameLifetime }, ...lifetimeOptions]}
        {...register('lifetime')}
      />
    </DialogForm>
  );
}
