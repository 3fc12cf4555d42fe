import { useState } from 'react';
import { answerOf, type Problem } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Outcome, type OutcomeProps } from '../../parts/outcome.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Text } from '../../parts/text.tsx';
import { forget, secretOf } from '../../secrets-in-address.ts';
import { leaveFor } from '../../state/leave.ts';
import { useOnce } from '../../state/use-once.ts';
import { words } from '../../words/words.ts';

/** Nothing is sent before the button is pressed: programs that look through mails open links too, and must not use them up. */
export function VerifyPage() {
  const [token] = useState(() => secretOf('sign-in'));
  const [problem, setProblem] = useState<Problem>();
  const [busy, once] = useOnce();
  const { verify } = words;

  const signIn = async (): Promise<void> => {
    if (token === undefined) return;
    const answer = await answerOf(api.POST('/v1/auth/magic-link/verify', { body: { token } }));
    if (answer.ok || isOver(answer.problem)) forget('sign-in');
    if (!answer.ok) return setProblem(answer.problem);
    await leaveFor(answer.data.callbackURL, { replace: true });
  };

  if (token === undefined) return <WithoutLink symbol="envelope" words={verify.missing} />;
  if (problem !== undefined && isOver(problem)) return <WithoutLink symbol="clock" words={verify.over} />;
  return (
    <Page title={verify.title} lead={verify.lead}>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Button busy={busy} onClick={() => void once(signIn)}>
        {verify.signIn}
      </Button>
      <Text kind="quiet">{verify.notYou}</Text>
    </Page>
  );
}

/** Used, replaced or expired; or cut off on its way, which the API refuses as malformed. */
const isOver = ({ status }: Problem): boolean => status === 401 || status === 400;

interface WithoutLinkProps extends Pick<OutcomeProps, 'symbol'> {
  readonly words: { readonly title: string; readonly lead: string };
}

const WithoutLink = ({ symbol, words: { title, lead } }: WithoutLinkProps) => (
  <Outcome symbol={symbol} title={title} reason={lead}>
    <ButtonLink href="/sign-in">{words.verify.newLink}</ButtonLink>
  </Outcome>
);
