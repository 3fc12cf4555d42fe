import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../api/answer.ts';
import { Alert } from '../../../parts/alert.tsx';
import { Actions, Button } from '../../../parts/button.tsx';
import { Form, listOf } from '../../../parts/form.tsx';
import { ProblemAlert, textOf, useWait } from '../../../parts/problem.tsx';
import { Text } from '../../../parts/text.tsx';
import { withBreaks } from '../../../parts/with-breaks.tsx';
import { useDraft } from '../../data/draft.ts';
import { refresh } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { notify } from '../../parts/toasts.tsx';
import { members as memberWords } from '../../words/en/members.ts';
import { formatList, words } from '../../words/words.ts';
import { addressesIn } from './addresses.ts';
import styles from './invite.module.css';
import type { MembersScope, Role } from './members-scope.ts';
import { RoleChoice } from './person-dialogs.tsx';
import { type Sent, sendInvitations } from './send-invitations.ts';

const text = memberWords.invite;

/** Maximum of pending invitations. */
const most = 100;

function refusalOf(typed: string): string | undefined {
  const { emails, wrong } = addressesIn(typed);
  if (wrong.length > 0) return text.wrong(formatList(wrong));
  if (emails.length === 0) return text.none;
  return emails.length > most ? text.tooMany : undefined;
}

/** Why one address was refused. */
function reasonOf(problem: Problem): string {
  const [error] = problem.errors;
  return error === undefined ? textOf(problem) : words.common.fieldError(memberWords.email, error.message);
}

interface InviteProps {
  readonly scope: MembersScope;
  readonly onClose: () => void;
}

/** Asks before the tab is closed or reloaded. Returns whether the dialog was closed, for instance by Back. */
function useWarning(sends: boolean): () => boolean {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  useEffect(() => {
    if (!sends) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [sends]);
  return () => left.current;
}

/** Invites several addresses. Those that were not sent stay in the field, each with the reason. */
export function Invite({ scope, onClose }: InviteProps) {
  const form = useDraft<{ emails: string; role: Role }>(`${scope.path}/invite`, {
    emails: '',
    role: 'member',
  });
  const { errors } = form.formState;
  const role = form.watch('role');
  const [result, setResult] = useState<Sent>();
  const [sending, setSending] = useState<{ readonly done: number; readonly all: number }>();
  const wait = useWait(result?.problem);
  const wasLeft = useWarning(sending !== undefined);
  const submit = form.handleSubmit(async ({ emails: typed, role: offered }) => {
    const { emails } = addressesIn(typed);
    setResult(undefined);
    const next = await sendInvitations({
      emails,
      send: (email) => scope.invite(email, offered),
      onNext: (tried) => {
        setSending({ done: tried + 1, all: emails.length });
        return !wasLeft();
      },
      // After a cancel, the draft keeps the addresses that were not sent.
      onSent: (left) => form.setValue('emails', left.join('\n')),
    });
    const { left } = next;
    setSending(undefined);
    setResult(next);
    void refresh();
    if (left.length === 0) {
      form.forget();
      notify(text.sent(emails.length));
    } else if (wasLeft()) notify(text.interrupted(emails.length - left.length, left.length));
    if (left.length === 0 && !wasLeft()) onClose();
  });
  const { outcomes = [], left: notSent = [], problem } = result ?? {};
  const sent = outcomes.filter(({ kind }) => kind === 'sent');
  const refused = outcomes.filter(({ kind }) => kind !== 'sent');
  return (
    <Dialog title={text.title(scope.name)} keeps={sending !== undefined} onClose={onClose}>
      <Form onSubmit={(event) => void submit(event)} errors={listOf(errors, ['emails'])}>
        {problem !== undefined && <ProblemAlert problem={problem} />}
        {outcomes.length > 0 && (
          <Alert kind="warning">
            <p>{text.some(sent.length, notSent.length)}</p>
            <ul aria-label={text.outcomes}>
              {[...refused, ...sent].map(({ email, kind, problem: why }) => (
                <li key={email}>
                  <bdi>{withBreaks(email)}</bdi> <strong>{text.outcome[kind]}</strong>
                  {why !== undefined && <span className={styles.reason}>{reasonOf(why)}</span>}
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
          readOnly={sending !== undefined}
          autoFocus
          {...form.register('emails', { validate: refusalOf })}
        />
        <RoleChoice
          kind={scope.kind}
          legend={text.role}
          value={role}
          onChange={(chosen) => form.setValue('role', chosen)}
        />
        {scope.kind === 'workspace' && <Text kind="quiet">{text.outside}</Text>}
        <Actions>
          <Button type="submit" busy={sending !== undefined} waits={wait > 0}>
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
