import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { Actions, Button } from '../../../parts/button.tsx';
import { Form } from '../../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { Select } from '../../../parts/select.tsx';
import { useChange } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Reveal } from '../../parts/reveal.tsx';
import { words } from '../../words/words.ts';
import type { WebhookDialogProps } from './webhook-actions.tsx';

const text = words.webhooks;

/** Gives a webhook a new secret, and shows it once. */
export function RotateSecret({ orgSlug, webhook, onClose }: WebhookDialogProps) {
  const rotate = useChange('rotateWebhookSecret');
  const wait = useWait(rotate.problem);
  const [grace, setGrace] = useState('24');
  // The only place that has the secret. It is gone with the dialog.
  const [made, setMade] = useState<Schemas['WebhookWithSecret']>();
  const submit = async (): Promise<void> => {
    const body = { graceHours: Number(grace) };
    const answer = await rotate.run({ orgSlug, id: webhook.id, body });
    if (answer.ok) setMade(answer.data);
  };
  if (made !== undefined)
    return (
      <Reveal
        title={text.reveal.title}
        lead={text.reveal.lead}
        label={text.reveal.label}
        secret={made.secret}
        onClose={onClose}
      >
        <p>{text.reveal.grace(Number(grace))}</p>
      </Reveal>
    );
  return (
    <Dialog title={text.rotate.title} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{text.rotate.lead}</p>
        {rotate.problem !== undefined && <ProblemAlert problem={rotate.problem} />}
        <Select
          label={text.rotate.grace}
          options={Object.entries(text.rotate.graces).map(([value, label]) => ({ value, label }))}
          value={grace}
          onChange={({ target }) => setGrace(target.value)}
        />
        <Actions>
          <Button type="submit" busy={rotate.busy} waits={wait > 0}>
            {text.rotate.submit}
          </Button>
          <Button kind="other" onClick={onClose}>
            {words.common.cancel}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
