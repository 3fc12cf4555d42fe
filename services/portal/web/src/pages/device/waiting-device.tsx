import { useState } from 'react';
import { answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Alert } from '../../parts/alert.tsx';
import { Actions, Button } from '../../parts/button.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { Code, Text } from '../../parts/text.tsx';
import { useOnce } from '../../state/use-once.ts';
import { formatDateTime, locale, words } from '../../words/words.ts';
import { ConfirmWays } from '../sign-in/confirm-ways.tsx';
import { isFresh } from '../sign-in/fresh.ts';
import type { SignedIn } from '../sign-in/needs-session.tsx';
import { programOf, timeAgo } from './device-facts.ts';

export type Decision = Schemas['DeviceAuthorizationDecision']['decision'];

interface WaitingDeviceProps {
  readonly device: Schemas['WaitingDevice'];
  /** The person whom the device will act as. */
  readonly signedIn: SignedIn;
  /** Whether the person has to prove who they are before they allow it, unless they did so a moment ago. */
  readonly confirms: boolean;
  readonly onDecided: (decision: Decision) => void;
  /** Called when the code or the session ended before a decision. */
  readonly onGone: (problem: Problem) => void;
}

function factsOf({ ipAddress, userAgent, createdAt, expiresAt }: Schemas['WaitingDevice']): Fact[] {
  const { facts } = words.device;
  const program = userAgent === null ? undefined : programOf(userAgent);
  const withCommas = program === undefined ? facts.notKnown : facts.programOn(program);
  return [
    { name: facts.program, value: withCommas },
    ...(userAgent === null || userAgent === withCommas
      ? []
      : [{ name: facts.userAgent, value: <code>{userAgent}</code> }]),
    { name: facts.address, value: ipAddress ?? facts.notKnown },
    { name: facts.asked, value: timeAgo(createdAt, Date.now(), locale) },
    { name: facts.until, value: formatDateTime(expiresAt) },
  ];
}

/** The waiting device, and the buttons that approve or deny it. */
export function WaitingDevice({ device, signedIn, confirms, onDecided, onGone }: WaitingDeviceProps) {
  // Computed once: otherwise "42 seconds ago" would change with every rendering.
  const [facts] = useState(() => factsOf(device));
  const [deciding, setDeciding] = useState<Decision>();
  const [busy, once] = useOnce();
  const [problem, setProblem] = useState<Problem>();
  const wait = useWait(problem) > 0;
  const [confirming, setConfirming] = useState(false);
  const { userCode } = device;
  const decide = (decision: Decision): void => {
    void once(async () => {
      setDeciding(decision);
      const answer = await answerOf(api.decideDeviceAuthorization({ body: { userCode, decision } }));
      if (answer.ok) return onDecided(decision);
      if (answer.problem.status === 404 || answer.problem.status === 401) return onGone(answer.problem);
      setProblem(answer.problem);
    });
  };
  const approve = (): void => {
    if (confirms && !isFresh(signedIn.session)) setConfirming(true);
    else decide('approve');
  };
  if (confirming) {
    return (
      <Page title={words.confirmation.title} lead={words.device.confirm.first}>
        <ConfirmWays
          action="decideDeviceAuthorization"
          signedIn={signedIn}
          onConfirmed={() => {
            setConfirming(false);
            void signedIn.check();
            decide('approve');
          }}
          onCancel={() => setConfirming(false)}
        />
      </Page>
    );
  }
  return (
    <Page title={words.device.confirm.title} lead={words.device.confirm.lead}>
      <Code>{userCode}</Code>
      <Facts facts={facts} />
      <Text>{words.device.confirm.means(signedIn.user.email)}</Text>
      <Alert kind="warning">{words.device.confirm.warning}</Alert>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Actions>
        <Button busy={busy && deciding === 'approve'} waits={wait} onClick={approve}>
          {words.device.confirm.approve}
        </Button>
        <Button kind="other" busy={busy && deciding === 'deny'} waits={wait} onClick={() => decide('deny')}>
          {words.device.confirm.deny}
        </Button>
      </Actions>
    </Page>
  );
}
