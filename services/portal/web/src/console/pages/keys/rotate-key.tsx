import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { Actions, Button } from '../../../parts/button.tsx';
import { Form } from '../../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { Select } from '../../../parts/select.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../../words/words.ts';
import { daysOf, lifetimeOptions } from './lifetimes.ts';
import type { KeyDialogProps } from './rename-key.tsx';
import { RevealKey } from './reveal-key.tsx';

const text = words.keys.rotate;

/** When the old key ends: after the grace, or when it expires if that is sooner. */
function endOf(expiresAt: string | null, graceHours: number): string {
  const grace = Date.now() + graceHours * 3_600_000;
  return new Date(expiresAt === null ? grace : Math.min(grace, Date.parse(expiresAt))).toISOString();
}

interface RotateKeyProps extends KeyDialogProps {
  /** Called with the id of the new key once the person has seen it. */
  readonly onRotated: (id: string) => void;
}

/** Replaces a key, and shows the new one once. */
export function RotateKey({ orgSlug, apiKey, onClose, onRotated }: RotateKeyProps) {
  const rotate = useChange('rotateApiKey');
  // Nothing but the two dialogs may have the secret: a closure of a page that stays would keep it.
  const [made, setMade] = useState<{
    readonly apiKey: Schemas['ApiKeyWithSecret'];
    readonly oldEndsAt: string;
  }>();
  const wait = useWait(rotate.problem);
  const { register, handleSubmit, forget } = useDraft(`o/${orgSlug}/keys/${apiKey.id}/rotate`, {
    grace: '24',
    lifetime: '',
  });
  const submit = handleSubmit(async ({ grace, lifetime }) => {
    const graceHours = Number(grace);
    const body = { graceHours, ...(lifetime !== '' && { expiresInDays: daysOf(lifetime) }) };
    const answer = await rotate.run({ orgSlug, id: apiKey.id, body });
    if (!answer.ok) return;
    forget();
    setMade({ apiKey: answer.data, oldEndsAt: endOf(apiKey.expiresAt, graceHours) });
  });
  if (made !== undefined)
    return <RevealKey orgSlug={orgSlug} {...made} onClose={() => onRotated(made.apiKey.id)} />;
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Form onSubmit={(event) => void submit(event)}>
        <p>{text.lead}</p>
        {rotate.problem !== undefined && <ProblemAlert problem={rotate.problem} />}
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
        <Actions>
          <Button type="submit" busy={rotate.busy} waits={wait > 0}>
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
