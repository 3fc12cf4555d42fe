import { useState } from 'react';
import type { Problem } from '../../../api/answer.ts';
import { Alert } from '../../../parts/alert.tsx';
import { Actions, Button } from '../../../parts/button.tsx';
import { Form, listOf } from '../../../parts/form.tsx';
import { textOf } from '../../../parts/problem.tsx';
import { Text } from '../../../parts/text.tsx';
import { useDraft } from '../../data/draft.ts';
import { refresh } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import { addressesIn } from './addresses.ts';
import styles from './invite.module.css';
import type { Place, Role } from './place.ts';
import { RoleChoice } from './role-choice.tsx';

const text = words.members.invite;

/** As many as can be pending. */
const most = 100;

function refusalOf(typed: string): string | undefined {
  const { emails, wrong } = addressesIn(typed);
  if (wrong.length > 0) return text.wrong(wrong.slice(0, 3).join(', '));
  if (emails.length === 0) return text.none;
  return emails.length > most ? text.tooMany : undefined;
}

/** Why one address was refused. */
function reasonOf(problem: Problem): string {
  const [error] = problem.errors;
  return error === undefined ? textOf(problem) : words.common.fieldError(words.members.email, error.message);
}

interface Outcome {
  readonly email: string;
  readonly kind: keyof typeof text.outcome;
  readonly reason?: string;
}

interface InviteProps {
  readonly place: Place;
  readonly onClose: () => void;
}

/** Invites several addresses. Those that were not sent stay in the field, each with the reason. */
export function Invite({ place, onClose }: InviteProps) {
  const form = useDraft<{ emails: string; role: Role }>(`${place.path}/invite`, {
    emails: '',
    role: 'member',
  });
  const { errors } = form.formState;
  const role = form.watch('role');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [sending, setSending] = useState<{ readonly done: number; readonly all: number }>();
  const submit = form.handleSubmit(async ({ emails: typed, role: offered }) => {
    const { emails } = addressesIn(typed);
    const next: Outcome[] = [];
    for (const email of emails) {
      setSending({ done: next.length + 1, all: emails.length });
      const answer = await place.invite(email, offered);
      const kind = answer.ok ? 'sent' : answer.problem.status === 409 ? 'here' : 'refused';
      next.push({ email, kind, ...(!answer.ok && { reason: reasonOf(answer.problem) }) });
    }
    setSending(undefined);
    void refresh();
    const left = next.filter(({ kind }) => kind !== 'sent');
    if (left.length === 0) {
      form.forget();
      notify(text.sent(next.length));
      onClose();
      return;
    }
    setOutcomes(next);
    form.setValue('emails', left.map(({ email }) => email).join('\n'));
  });
  const left = outcomes.filter(({ kind }) => kind !== 'sent');
  return (
    <Dialog title={text.title(place.name)} keeps={sending !== undefined} onClose={onClose}>
      <Form onSubmit={(event) => void submit(event)} errors={listOf(errors, ['emails'])}>
        {outcomes.length > 0 && sending === undefined && (
          <Alert kind="warning">
            <p>{text.some(outcomes.length - left.length, left.length)}</p>
            <ul aria-label={text.outcomes}>
              {[...left, ...outcomes.filter(({ kind }) => kind === 'sent')].map(({ email, kind, reason }) => (
                <li key={email}>
                  <bdi>{email}</bdi> <strong>{text.outcome[kind]}</strong>
                  {reason !== undefined && <span className={styles.reason}>{reason}</span>}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <TextArea
          label={text.emails}
          help={text.emailsHelp}
          error={errors.emails?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          rows={3}
          autoFocus
          {...form.register('emails', { validate: refusalOf })}
        />
        <RoleChoice
          kind={place.kind}
          legend={text.role}
          value={role}
          onChange={(chosen) => form.setValue('role', chosen)}
        />
        {place.kind === 'workspace' && <Text kind="quiet">{text.outside}</Text>}
        <Actions>
          <Button type="submit" busy={sending !== undefined}>
            {sending === undefined || sending.all === 1
              ? text.submit
              : text.sending(sending.done, sending.all)}
          </Button>
          <Button kind="other" waits={sending !== undefined} onClick={onClose}>
            {words.common.cancel}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
