import { useState } from 'react';
import { answerOf, type Problem } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Outcome, type OutcomeProps } from '../../parts/outcome.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemAlert } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { forget, secretOf } from '../../secrets-in-address.ts';
import { addressOf, isPageAddress, leaveFor } from '../../state/address.ts';
import { useOnce } from '../../state/use-once.ts';
import { useSession } from '../../state/use-session.ts';
import { words } from '../../words/words.ts';
import { isSameEmail } from './email.ts';

interface Replaced {
  /** The person whom the link has signed in. */
  readonly email: string;
  readonly next: string;
}

/**
 * Nothing is sent before the button is pressed: programs that scan mails open links too, and must not use them up. Only the
 * answer tells whose link it is. Where it signs in somebody else than was signed in before, the page says so before it goes on: somebody
 * may have sent a link of their own to have another person work in their account.
 */
export function VerifyPage() {
  const [token] = useState(() => secretOf('sign-in'));
  const [problem, setProblem] = useState<Problem>();
  const [busy, once] = useOnce();
  const session = useSession();
  const [replaced, setReplaced] = useState<Replaced>();
  const { verify } = words;
  const before = session.state === 'signed-in' ? session.user.email : undefined;

  const signIn = async (): Promise<void> => {
    if (token === undefined) return;
    const answer = await answerOf(api.verifySignInLink({ body: { token } }));
    if (answer.ok || isOver(answer.problem)) forget('sign-in');
    if (!answer.ok) return setProblem(answer.problem);
    const { user, callbackURL } = answer.data;
    const next = isPageAddress(callbackURL) ? callbackURL : addressOf('/');
    if (before !== undefined && !isSameEmail(before, user.email))
      return setReplaced({ email: user.email, next });
    await leaveFor(next, { replace: true });
  };

  if (replaced !== undefined)
    return (
      <Outcome symbol="check" title={words.signIn.already.title} reason={words.signIn.as(replaced.email)}>
        <ButtonLink href={replaced.next}>{words.signIn.already.goOn}</ButtonLink>
      </Outcome>
    );
  if (token === undefined) return <WithoutLink symbol="envelope" words={verify.missing} />;
  if (problem !== undefined && isOver(problem)) return <WithoutLink symbol="clock" words={verify.over} />;
  return (
    <Page title={verify.title} lead={verify.lead}>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Button busy={busy} onClick={() => void once(signIn)}>
        {verify.signIn}
      </Button>
      {before !== undefined && <Text>{verify.replaces(before)}</Text>}
      <Text kind="quiet">{verify.notYou}</Text>
    </Page>
  );
}

/** Used, replaced or expired, or truncated in a mail, which the API refuses as malformed. */
const isOver = ({ status }: Problem): boolean => status === 401 || status === 400;

interface WithoutLinkProps extends Pick<OutcomeProps, 'symbol'> {
  readonly words: { readonly title: string; readonly lead: string };
}

const WithoutLink = ({ symbol, words: { title, lead } }: WithoutLinkProps) => (
  <Outcome symbol={symbol} title={title} reason={lead}>
    <ButtonLink href="/sign-in">{words.verify.newLink}</ButtonLink>
  </Outcome>
);
