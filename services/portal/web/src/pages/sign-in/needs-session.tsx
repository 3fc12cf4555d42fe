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

interface NeedsSessionProps {
  /** The page for people who are not signed in: `SignInPanel`, which the console loads on demand. */
  readonly panel: ComponentType<SignInPanelProps>;
  /** The title of the page while it loads. */
  readonly title: string;
  /** The reason to sign in. */
  readonly lead: string;
  /** The warning after a session that ended while the page was open. */
  readonly ended?: string;
  /** Whether the sign-in form takes the focus, because the page shows nothing else. Default: false. */
  readonly autoFocus?: boolean;
  /** The frame around the page for people who are not signed in. Default: that of the HTML document. */
  readonly frame?: (page: ReactNode) => ReactNode;
  /** Called when the tab becomes visible and somebody is still signed in. Must be the same function on each rendering. */
  readonly onVisible?: () => void;
  readonly children: (session: SignedIn) => ReactNode;
}

const Left = ({
  words: { title, lead, next },
}: {
  readonly words: (typeof words.signIn.left)['deleted'];
}) => (
  <Outcome symbol="check" title={title} reason={lead}>
    <ButtonLink href="/sign-in">{next}</ButtonLink>
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
  onVisible,
  children,
}: NeedsSessionProps) {
  const session = useSession(onVisible);
  if (session.state === 'loading') return <Loading title={title} />;
  if (session.state === 'failed')
    return frame(<Failed problem={session.problem} onRetry={() => void session.check()} />);
  if (session.state === 'nobody' && session.left !== undefined)
    return frame(<Left words={words.signIn.left[session.left]} />);
  if (session.state === 'nobody') {
    return frame(
      <Panel callbackURL={addressOfThisPage()} lead={lead} autoFocus={autoFocus} onSignedIn={session.check}>
        {session.ended && ended !== undefined && <Alert kind="warning">{ended}</Alert>}
      </Panel>,
    );
  }
  // Keyed by the person: another person starts with an empty page.
  return <Fragment key={session.user.id}>{children(session)}</Fragment>;
}
