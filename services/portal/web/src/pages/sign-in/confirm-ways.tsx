import { type ConfirmedAction, confirmedActions } from '@patchbay/platform/confirmed-actions';
import { type ReactNode, useEffect, useState } from 'react';
import { answerOf, type Problem } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Alert } from '../../parts/alert.tsx';
import { Actions, Button } from '../../parts/button.tsx';
import { Progress } from '../../parts/loading.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { addressOf } from '../../state/address.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { useOnce } from '../../state/use-once.ts';
import { useSecondsUntil } from '../../state/use-seconds-until.ts';
import { words } from '../../words/words.ts';
import { betweenMailsMs } from './email.ts';
import type { SignedIn } from './needs-session.tsx';
import { type Attempt, confirmWithPasskey, supportsPasskeys } from './passkey.ts';
import { PasskeyFailure } from './passkey-failure.tsx';

const text = words.confirmation;

/** Polling interval of the session while a mailed link is open. */
const pollMs = 2_000;

interface ConfirmWaysProps {
  readonly signedIn: SignedIn;
  /** What the person confirms. Undefined: the pages have no words for it. */
  readonly action: ConfirmedAction | undefined;
  /** Called when the session is fresh. */
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

/** The ways to confirm a session: with a passkey, or by a link opened in this browser. */
export function ConfirmWays({ signedIn, action, onConfirmed, onCancel }: ConfirmWaysProps) {
  const passkeys = useLoaded(() => answerOf(api.listPasskeys()), []);
  const [busy, once] = useOnce();
  const [failed, setFailed] = useState<Attempt<unknown>>();
  const [mailedAt, setMailedAt] = useState(0);
  const [problem, setProblem] = useState<Problem>();
  const wait = useWait(problem);
  const seconds = useSecondsUntil(mailedAt + betweenMailsMs);
  useFreshSession(mailedAt > 0, signedIn, onConfirmed);
  const { email } = signedIn.user;

  const usePasskey = async (): Promise<void> => {
    setFailed(undefined);
    const attempt = await confirmWithPasskey();
    if (attempt.kind === 'done') onConfirmed();
    else setFailed(attempt);
  };
  const mail = async (): Promise<void> => {
    const callbackURL = addressOf(
      action === undefined ? '/sign-in?confirmed' : `/sign-in?confirmed=${action}`,
    );
    const answer = await answerOf(api.requestSignInLink({ body: { email, callbackURL } }));
    setProblem(answer.ok ? undefined : answer.problem);
    if (answer.ok) setMailedAt(Date.now());
  };

  if (passkeys.state === 'loading') return <Progress />;
  const hasPasskey = supportsPasskeys() && passkeys.state === 'loaded' && passkeys.data.passkeys.length > 0;
  // A person who has a passkey must use it for a further one: a link is not enough.
  const passkeyAlone = hasPasskey && (action === 'startPasskeyRegistration' || action === 'createPasskey');
  let note: ReactNode;
  if (mailedAt > 0)
    note = (
      <>
        <Alert kind="information">{text.mailed(email)}</Alert>
        {seconds > 0 && <Text kind="quiet">{words.signIn.sent.wait(seconds)}</Text>}
      </>
    );
  return (
    <>
      {action !== undefined && <Text>{text.what(confirmedActions[action])}</Text>}
      <Text kind={action === undefined ? 'plain' : 'quiet'}>
        {passkeyAlone ? text.furtherPasskey.lead : text.lead}
      </Text>
      <PasskeyFailure
        attempt={failed}
        notTaken={passkeyAlone ? text.furtherPasskey.failed : text.passkeyFailed}
      />
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {note}
      {passkeyAlone && <Text kind="quiet">{text.furtherPasskey.lost}</Text>}
      <Actions>
        {hasPasskey && (
          <Button busy={busy} onClick={() => void once(usePasskey)}>
            {text.passkey}
          </Button>
        )}
        {/* A link would end a session of a passkey, and open one that an organization may refuse. */}
        {!passkeyAlone && !(hasPasskey && signedIn.session.method === 'passkey') && (
          <Button
            kind={hasPasskey || mailedAt > 0 ? 'other' : 'main'}
            busy={busy && !hasPasskey}
            waits={seconds > 0 || wait > 0}
            onClick={() => void once(mail)}
          >
            {mailedAt > 0 ? words.signIn.sent.sendAgain : words.signIn.send}
          </Button>
        )}
        <Button kind="quiet" onClick={onCancel}>
          {text.cancel}
        </Button>
      </Actions>
    </>
  );
}

/** Polls whether the person has signed in again in this browser, also when the tab becomes visible. */
function useFreshSession(waits: boolean, { user, session }: SignedIn, onFresh: () => void): void {
  useEffect(() => {
    if (!waits) return undefined;
    let over = false;
    const poll = async (): Promise<void> => {
      const answer = await answerOf(api.getSession());
      if (over || !answer.ok || answer.data.user.id !== user.id) return;
      if (answer.data.session.authenticatedAt <= session.authenticatedAt) return;
      over = true;
      onFresh();
    };
    const onPoll = (): void => void poll();
    const timer = setInterval(onPoll, pollMs);
    document.addEventListener('visibilitychange', onPoll);
    return () => {
      over = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onPoll);
    };
    // Compares with the session at the time of the request. `onFresh` is a new function on each rendering.
  }, [waits]);
}
