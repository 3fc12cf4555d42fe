import { useState } from 'react';
import { answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Outcome, type OutcomeProps } from '../../parts/outcome.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { forget, secretOf } from '../../secrets-in-address.ts';
import { useOnce } from '../../state/use-once.ts';
import { useStep } from '../../state/use-step.ts';
import { words } from '../../words/words.ts';

type Ended = Schemas['EndedWatching'];

/** The link of a mail about integrations. Nothing ends before the button is pressed: programs that scan mails open links too. */
export function UnwatchPage() {
  const [token] = useState(() => secretOf('unwatch'));
  const [step, goTo] = useStep<Ended | 'over'>('unwatch');
  const { ended, over, missing } = words.unwatch;
  const onDone = (next: Ended | 'over'): void => {
    forget('unwatch');
    goTo(next, { replace: true });
  };
  if (step === 'over') return <Done symbol="clock" title={over.title} reason={over.lead} />;
  if (step !== undefined) {
    const reason = ended.lead(step.workspaceNames, step.organizationName);
    return <Done symbol="check" title={ended.title} reason={reason} />;
  }
  if (token === undefined) return <Done symbol="envelope" title={missing.title} reason={missing.lead} />;
  return <Confirm token={token} onDone={onDone} />;
}

interface ConfirmProps {
  readonly token: string;
  readonly onDone: (step: Ended | 'over') => void;
}

function Confirm({ token, onDone }: ConfirmProps) {
  const [problem, setProblem] = useState<Problem>();
  const [busy, once] = useOnce();
  const wait = useWait(problem);
  const { title, lead, again, end } = words.unwatch;
  const endWatching = async (): Promise<void> => {
    const answer = await answerOf(api.endWatching({ body: { token } }));
    if (answer.ok) return onDone(answer.data);
    const { status } = answer.problem;
    // 400: the token is malformed, as when a mail program has cut it off.
    if (status === 404 || status === 400) return onDone('over');
    setProblem(answer.problem);
  };
  return (
    <Page title={title} lead={lead}>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Button busy={busy} waits={wait > 0} onClick={() => void once(endWatching)}>
        {end}
      </Button>
      <Text kind="quiet">{again}</Text>
    </Page>
  );
}

const Done = (props: Pick<OutcomeProps, 'symbol' | 'title' | 'reason'>) => (
  <Outcome {...props}>
    <ButtonLink href="/">{words.unwatch.home}</ButtonLink>
  </Outcome>
);
