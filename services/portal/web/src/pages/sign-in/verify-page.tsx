import { confirmedActions, isConfirmedAction } from '@patchbay/platform/confirmed-actions';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Alert } from '../../parts/alert.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Outcome, type OutcomeProps } from '../../parts/outcome.tsx';
import { Page } from '../../parts/page.tsx';
import { Failed, ProblemAlert, useWait } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { forget, secretOf } from '../../secrets-in-address.ts';
import { addressOf, isPageAddress, leaveFor } from '../../state/address.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { useOnce } from '../../state/use-once.ts';
import { useSession } from '../../state/use-session.ts';
import { words } from '../../words/words.ts';
import { isSameEmail } from './email.ts';

export function VerifyPage() {
  const [token] = useState(() => secretOf('sign-in'));
  return token === undefined ? (
    <WithoutLink symbol="envelope" words={words.verify.missing} />
  ) : (
    <Link token={token} />
  );
}

/**
 * The link is not used before the button is pressed: programs that scan mails open links too. There is no button before both accounts are
 * known, that of the link and that of this browser: somebody may have sent a link of their own to have another person work in their
 * account.
 */
function Link({ token }: { readonly token: string }) {
  const [problem, setProblem] = useState<Problem>();
  const session = useSession();
  const link = useLoaded(() => answerOf(api.previewSignInLink({ body: { token } })), [token]);
  const isOver = [problem, link.state === 'failed' ? link.problem : undefined].some(isUnusable);
  useEffect(() => {
    if (isOver) forget('sign-in');
  }, [isOver]);

  const signIn = async (): Promise<void> => {
    const answer = await answerOf(api.verifySignInLink({ body: { token } }));
    if (!answer.ok) return setProblem(answer.problem);
    forget('sign-in');
    const { callbackURL } = answer.data;
    await leaveFor(isPageAddress(callbackURL) ? callbackURL : addressOf('/'), { replace: true });
  };

  if (isOver) return <WithoutLink symbol="clock" words={words.verify.over} />;
  if (link.state === 'failed') return <Failed problem={link.problem} onRetry={link.reload} />;
  if (session.state === 'failed')
    return <Failed problem={session.problem} onRetry={() => void session.check()} />;
  if (link.state === 'loading' || session.state === 'loading') return <Loading title={words.verify.title} />;
  return (
    <Confirm
      link={link.data}
      current={session.state === 'signed-in' ? session.user.email : undefined}
      problem={problem}
      onConfirm={signIn}
    />
  );
}

/** Used, replaced or expired, or truncated in a mail, which the API refuses as malformed. */
const isUnusable = (problem: Problem | undefined): boolean =>
  problem?.status === 401 || problem?.status === 400;

interface ConfirmProps {
  readonly link: Schemas['SignInLinkPreview'];
  /** Who is signed in now; undefined: nobody. */
  readonly current: string | undefined;
  readonly problem: Problem | undefined;
  readonly onConfirm: () => Promise<void>;
}

function Confirm({ link: { email, organizationName }, current, problem, onConfirm }: ConfirmProps) {
  const [busy, once] = useOnce();
  const wait = useWait(problem);
  const { verify } = words;
  const { confirms, creates, switches } = verify;
  const [query] = useSearchParams();
  const action = query.get('for');
  const other = current === undefined || isSameEmail(current, email) ? undefined : current;
  const said = (): { readonly title: string; readonly lead: string; readonly button: string } => {
    if (organizationName !== undefined)
      return {
        title: creates.title(organizationName),
        lead: creates.lead(email),
        button: creates.signIn,
      };
    if (isConfirmedAction(action))
      return {
        title: confirms.title,
        lead: confirms.lead(confirmedActions[action], email),
        button: confirms.signIn,
      };
    return { title: verify.title, lead: verify.lead(email), button: verify.signIn };
  };
  const { title, lead, button } = said();
  return (
    <Page title={title} lead={lead}>
      {other !== undefined && (
        <>
          <Facts
            facts={[
              { name: switches.now, value: other },
              { name: switches.next, value: email },
            ]}
          />
          <Alert kind="warning">{switches.warning}</Alert>
        </>
      )}
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Button busy={busy} waits={wait > 0} onClick={() => void once(onConfirm)}>
        {other === undefined ? button : switches.signIn(email)}
      </Button>
      {other !== undefined && (
        <ButtonLink kind="quiet" href="/">
          {switches.stay(other)}
        </ButtonLink>
      )}
      <Text kind="quiet">{verify.notYou}</Text>
    </Page>
  );
}

interface WithoutLinkProps extends Pick<OutcomeProps, 'symbol'> {
  readonly words: { readonly title: string; readonly lead: string };
}

const WithoutLink = ({ symbol, words: { title, lead } }: WithoutLinkProps) => (
  <Outcome symbol={symbol} title={title} reason={lead}>
    <ButtonLink href="/sign-in">{words.verify.newLink}</ButtonLink>
  </Outcome>
);
