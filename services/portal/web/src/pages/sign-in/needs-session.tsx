import { type ComponentType, Fragment, type ReactNode } from 'react';
import type { Schemas } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Failed } from '../../parts/problem.tsx';
import { addressOfThisPage } from '../../state/address.ts';
import { type SessionActions, useSession } from '../../state/use-session.ts';
import { words } from '../../words/words.ts';
import type { SignInPanelProps } from './sign-in-panel.tsx';

export interface SignedIn extends SessionActions {
  readonly user: Schemas['User'];
  readonly session: Schemas['Session'];
}

export interface NeedsSessionProps {
  /** What others get: `SignInPanel`, which the console loads when it is needed. */
  readonly panel: ComponentType<SignInPanelProps>;
  /** The title of the page while it loads. */
  readonly title: string;
  /** The reason to sign in. */
  readonly lead: string;
  /** Shown if the session ended while the page was open: what may have happened. */
  readonly ended?: string;
  /** Whether signing in is all that there is to do here for somebody who is not signed in. Default: false. */
  readonly autoFocus?: boolean;
  /** Draws what somebody who is not signed in sees. Default: the frame of the HTML does. */
  readonly frame?: (page: ReactNode) => ReactNode;
  /** Called when the page is looked at again and somebody is still signed in. It must not change from one rendering to the next. */
  readonly onLookedAt?: () => void;
  readonly children: (session: SignedIn) => ReactNode;
}

const SignedOut = () => (
  <Outcome symbol="check" title={words.signIn.signedOut.title} reason={words.signIn.signedOut.lead}>
    <ButtonLink href="/sign-in">{words.signIn.signedOut.again}</ButtonLink>
  </Outcome>
);

/** Shows its page to a signed-in person. Others get the sign-in panel, which leads back to the page. */
export function NeedsSession({
  panel: Panel,
  title,
  lead,
  ended,
  autoFocus = false,
  frame = (page) => page,
  onLookedAt,
  children,
}: NeedsSessionProps) {
  const session = useSession(onLookedAt);
  if (session.state === 'loading') return <Loading title={title} />;
  if (session.state === 'failed')
    return frame(<Failed problem={session.problem} onRetry={() => void session.check()} />);
  if (session.state === 'nobody' && session.left) return frame(<SignedOut />);
  if (session.state === 'nobody') {
    return frame(
      <Panel callbackURL={addressOfThisPage()} lead={lead} autoFocus={autoFocus} onSignedIn={session.check}>
        {session.ended && ended !== undefined && <Alert kind="warning">{ended}</Alert>}
      </Panel>,
    );
  }
  // A key per person: after a change of person everything is loaded again.
  return <Fragment key={session.user.id}>{children(session)}</Fragment>;
}
