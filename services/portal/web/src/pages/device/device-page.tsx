import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Failed } from '../../parts/problem.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { useStep } from '../../state/use-step.ts';
import { words } from '../../words/words.ts';
import { NeedsSession, type SignedIn } from '../sign-in/needs-session.tsx';
import { SignInPanel } from '../sign-in/sign-in-panel.tsx';
import { CodeForm } from './code-form.tsx';
import { formatCode } from './user-code.ts';
import { type Decision, WaitingDevice } from './waiting-device.tsx';

/** The state of the page other than entering a code. `asked`: the code that somebody has sent off. */
type Step = { readonly asked: string } | { readonly decided: Decision } | { readonly unknown: string };

export const DevicePage = () => (
  <NeedsSession
    panel={SignInPanel}
    title={words.device.title}
    lead={words.device.signInLead}
    ended={words.device.ended}
  >
    {(session) => <Device session={session} />}
  </NeedsSession>
);

function Device({ session }: { readonly session: SignedIn }) {
  const [query] = useSearchParams();
  const [step, goTo] = useStep<Step>('device');
  // The device needs a fresh proof of identity. The code is removed from the address, this parameter stays.
  const confirms = query.get('confirm') === '1';
  const to = confirms ? '/device?confirm=1' : '/device';
  const goToStep = (next: Step): void => goTo(next, { to, replace: true });

  if (step !== undefined && 'asked' in step) {
    return (
      <Lookup
        key={step.asked}
        code={step.asked}
        signedIn={session}
        confirms={confirms}
        onDecided={(decided) => goToStep({ decided })}
        onGone={(problem) => {
          // A reload must not ask again: it would count as one more wrong code.
          if (problem.status !== 401) goToStep({ unknown: step.asked });
          // Too many wrong codes end the session.
          void session.check();
        }}
      />
    );
  }
  if (step !== undefined && 'decided' in step)
    return <Decided decision={step.decided} onAnother={() => goTo(undefined)} />;
  return (
    <CodeForm
      key={step?.unknown}
      // The code in a link is filled in but not sent: a link from somebody else must not use up the person's attempts.
      code={formatCode(query.get('user_code') ?? '')}
      unknownCode={step?.unknown}
      onCode={(typed) => goTo({ asked: formatCode(typed) }, { to })}
    />
  );
}

interface LookupProps {
  readonly code: string;
  readonly signedIn: SignedIn;
  readonly confirms: boolean;
  readonly onDecided: (decision: Decision) => void;
  readonly onGone: (problem: Problem) => void;
}

function Lookup({ code, onGone, ...props }: LookupProps) {
  const loaded = useLoaded<Schemas['WaitingDevice']>(
    () => answerOf(api.getDeviceAuthorization({ userCode: code })),
    [code],
  );
  const gone = loaded.state === 'failed' && isGone(loaded.problem) ? loaded.problem : undefined;
  useEffect(() => {
    if (gone !== undefined) onGone(gone);
    // `onGone` is a new function on each rendering.
  }, [gone]);
  const { title } = words.device.confirm;
  if (loaded.state === 'loading' || gone !== undefined) return <Loading title={title} />;
  if (loaded.state === 'failed') return <Failed problem={loaded.problem} onRetry={loaded.reload} />;
  return <WaitingDevice device={loaded.data} onGone={onGone} {...props} />;
}

/** 401: the session has ended. 400: the code is malformed. */
const isGone = ({ status }: Problem): boolean => status === 404 || status === 401 || status === 400;

interface DecidedProps {
  readonly decision: Decision;
  readonly onAnother: () => void;
}

const Decided = ({ decision, onAnother }: DecidedProps) => {
  const { title, lead } = words.device.decided[decision];
  return (
    <Outcome symbol={decision === 'approve' ? 'check' : 'hand'} title={title} reason={lead}>
      <Button kind="quiet" onClick={onAnother}>
        {words.device.decided.another}
      </Button>
    </Outcome>
  );
};
