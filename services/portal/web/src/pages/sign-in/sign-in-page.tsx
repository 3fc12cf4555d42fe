import { ButtonLink } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { addressOf } from '../../state/here.ts';
import { useSession } from '../../state/use-session.ts';
import { words } from '../../words/words.ts';
import { FailedPage } from '../failed-page.tsx';
import { LoadingPage } from '../loading-page.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { SignOutButton } from './sign-out-button.tsx';

export function SignInPage() {
  const session = useSession();
  const { title } = words.signIn;
  if (session.state === 'loading') return <LoadingPage title={title} />;
  if (session.state === 'failed')
    return <FailedPage title={title} problem={session.problem} onRetry={session.check} />;
  if (session.state === 'nobody')
    return <SignInPanel callbackURL={addressOf('/')} lead={words.signIn.lead} />;
  return (
    <Page title={words.signIn.already.title} lead={words.signIn.as(session.user.email)}>
      <ButtonLink href="/">{words.signIn.already.goOn}</ButtonLink>
      <SignOutButton signOut={session.signOut} label={words.signIn.already.other} />
    </Page>
  );
}
