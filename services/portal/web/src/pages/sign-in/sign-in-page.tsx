import { useSearchParams } from 'react-router';
import { ButtonLink } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Failed } from '../../parts/problem.tsx';
import { addressOf } from '../../state/address.ts';
import { useSession } from '../../state/use-session.ts';
import { words } from '../../words/words.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** The page to sign in. `?confirmed`: opened by the mailed link of a confirmation. */
export function SignInPage() {
  const [query] = useSearchParams();
  const session = useSession();
  const { title } = words.signIn;
  if (session.state === 'loading') return <Loading title={title} />;
  if (session.state === 'failed')
    return <Failed problem={session.problem} onRetry={() => void session.check()} />;
  if (session.state === 'nobody')
    return <SignInPanel callbackURL={addressOf('/')} lead={words.signIn.lead} autoFocus />;
  if (query.has('confirmed')) {
    const { done } = words.confirmation;
    return (
      <Outcome symbol="check" title={done.title} reason={done.lead}>
        <ButtonLink kind="other" href="/">
          {done.goOn}
        </ButtonLink>
      </Outcome>
    );
  }
  return (
    <Outcome symbol="check" title={words.signIn.already.title} reason={words.signIn.as(session.user.email)}>
      <ButtonLink href="/">{words.signIn.already.goOn}</ButtonLink>
      <SignOutButton signOut={session.signOut} label={words.signIn.already.other} />
    </Outcome>
  );
}
