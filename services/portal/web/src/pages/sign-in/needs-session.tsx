import { Fragment, type ReactNode } from 'react';
import type { Schemas } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failed } from '../../parts/problem.tsx';
import { addressOfThisPage } from '../../state/address.ts';
import { type SessionActions, useSession } from '../../state/use-session.ts';
import { SignInPanel } from './sign-in-panel.tsx';

export interface SignedIn extends SessionActions {
  readonly user: Schemas['User'];
}

export interface NeedsSessionProps {
  /** Of the page itself, while it loads. */
  readonly title: string;
  /** Why one has to sign in. */
  readonly lead: string;
  /** Where somebody was signed in on this page, and is no more: what may have happened. */
  readonly ended?: string;
  readonly children: (session: SignedIn) => ReactNode;
}

/** A page for somebody who is signed in; for anybody else the way to sign in, which leads back to the page. */
export function NeedsSession({ title, lead, ended, children }: NeedsSessionProps) {
  const session = useSession();
  if (session.state === 'loading') return <Loading title={title} />;
  if (session.state === 'failed')
    return <Failed problem={session.problem} onRetry={() => void session.check()} />;
  if (session.state === 'nobody') {
    return (
      <SignInPanel callbackURL={addressOfThisPage()} lead={lead}>
        {session.ended && ended !== undefined && <Alert kind="warning">{ended}</Alert>}
      </SignInPanel>
    );
  }
  // For another person everything is loaded anew.
  return <Fragment key={session.user.id}>{children(session)}</Fragment>;
}
