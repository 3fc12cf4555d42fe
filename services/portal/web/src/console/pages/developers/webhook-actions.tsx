import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useChange } from '../../data/queries.ts';
import { notify } from '../../parts/toasts.tsx';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import { words } from '../../words/words.ts';
import styles from './developers.module.css';
import { LastAttempt } from './last-attempt.tsx';
import { DeleteWebhook, ReplayWebhook, RotateSecret, type WebhookDialogProps } from './webhook-dialogs.tsx';
import { WebhookForm, webhookChanges } from './webhook-form.tsx';

const text = webhooksWords;

/** The buttons of a webhook. */
export function WebhookActions({ orgSlug, webhook }: Omit<WebhookDialogProps, 'onClose'>) {
  const organization = useOrganization();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'replay' | 'delete'>();
  const [tested, setTested] = useState<Schemas['Delivery']>();
  const test = useChange('testWebhook');
  const update = useChange('updateWebhook');
  const wait = useWait(test.problem);
  const isActive = webhook.status === 'active';
  const input = { orgSlug, id: webhook.id };
  const sendTest = async (): Promise<void> => {
    setTested(undefined);
    const answer = await test.run(input);
    if (answer.ok) setTested(answer.data);
  };
  const toggle = async (): Promise<void> => {
    const { ok } = await update.run({ ...input, body: { status: isActive ? 'disabled' : 'active' } });
    if (ok) notify(isActive ? text.one.disabled : text.one.enabled);
  };
  const dialog = { orgSlug, webhook, onClose: () => setOpen(undefined) };
  const openers = [
    { key: 'edit', label: text.form.edit, operation: 'updateWebhook' },
    { key: 'rotate', label: text.rotate.action, operation: 'rotateWebhookSecret' },
    { key: 'replay', label: text.replay.action, operation: 'replayWebhook' },
  ] as const;
  const problem = test.problem ?? (open === 'edit' ? undefined : update.problem);
  return (
    <>
      <div className={styles.actions}>
        <Button
          busy={test.busy}
          waits={wait > 0}
          refused={refusalOf(organization, 'testWebhook')}
          onClick={() => void sendTest()}
        >
          {text.one.test}
        </Button>
        {openers.map(({ key, label, operation }) => (
          <Button
            key={key}
            kind="other"
            refused={refusalOf(organization, operation)}
            onClick={() => setOpen(key)}
          >
            {label}
          </Button>
        ))}
        <Button
          kind="other"
          busy={update.busy}
          refused={refusalOf(organization, 'updateWebhook')}
          onClick={() => void toggle()}
        >
          {isActive ? text.one.disable : text.one.enable}
        </Button>
        <Button
          kind="danger"
          refused={refusalOf(organization, 'deleteWebhook')}
          onClick={() => setOpen('delete')}
        >
          {text.remove.action}
        </Button>
      </div>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <LastAttempt webhook={webhook} tested={tested} />
      {open === 'edit' && (
        <WebhookForm
          {...dialog}
          title={text.form.editTitle}
          submit={words.common.save}
          draftName={webhook.id}
          busy={update.busy}
          problem={update.problem}
          onSubmit={async (body) => {
            const answer = await update.run({ ...input, body: webhookChanges(webhook, body) });
            if (!answer.ok) return answer.problem;
            notify(text.form.saved);
            setOpen(undefined);
            return undefined;
          }}
        />
      )}
      {open === 'rotate' && <RotateSecret {...dialog} />}
      {open === 'replay' && <ReplayWebhook {...dialog} />}
      {open === 'delete' && <DeleteWebhook {...dialog} />}
    </>
  );
}
