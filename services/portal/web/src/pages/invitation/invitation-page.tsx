import { useState } from 'react';
import { answerOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Page } from '../../parts/page.tsx';
import { Failed } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { forget, secretOf } from '../../secrets-in-address.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { useStep } from '../../state/use-step.ts';
import { words } from '../../words/words.ts';
import { NeedsSession, type SignedIn } from '../sign-in/needs-session.tsx';
import { SignInPanel } from '../sign-in/sign-in-panel.tsx';
import { SignOutButton } from '../sign-in/sign-out-button.tsx';
import { type Answered, InvitationCard } from './invitation-card.tsx';
import { InvitationOver, PendingInvitation } from './pending-invitation.tsx';

/** With a mailed link: its invitation. Without: the pending invitations of the signed-in person. */
export function InvitationPage() {
  const [token, setToken] = useState(() => secretOf('invitation'));
  const [answered, goTo] = useStep<Answered>('invitation');
  const onAnswered = (next: Answered): void => {
    forget('invitation');
    setToken(undefined);
    goTo(next, { replace: true });
  };
  if (answered !== undefined) {
    const { title, lead } = words.invitation.answered[answered.answer];
    return (
      <Outcome
        symbol={answered.answer === 'accepted' ? 'check' : 'hand'}
        title={title(answered.name)}
        reason={lead}
      >
        {answered.answer === 'accepted' ? (
          <ButtonLink href={answered.path}>
            {words.invitation.answered.accepted.goOn(answered.name)}
          </ButtonLink>
        ) : (
          <ButtonLink href="/">{words.invitation.home}</ButtonLink>
        )}
      </Outcome>
    );
  }
  if (token !== undefined) return <InvitationByLink token={token} onAnswered={onAnswered} />;
  return (
    <NeedsSession panel={SignInPanel} title={words.invitation.own.title} lead={words.invitation.signInLead}>
      {(session) => <OwnInvitations session={session} onAnswered={onAnswered} />}
    </NeedsSession>
  );
}

interface InvitationByLinkProps {
  readonly token: string;
  readonly onAnswered: (answered: Answered) => void;
}

/** The invitation of a mailed link. Anybody sees what it is about; only the invited person can answer it. */
function InvitationByLink({ token, onAnswered }: InvitationByLinkProps) {
  const { title, unknown } = words.invitation;
  const loaded = useLoaded(() => answerOf(api.getInvitation({ token })), [token]);
  if (loaded.state === 'loading') return <Loading title={title} />;
  if (loaded.state === 'failed') {
    const { status } = loaded.problem;
    // 400: the token is malformed.
    if (status === 404 || status === 400)
      return (
        <Outcome symbol="cross" title={unknown.title} reason={unknown.lead}>
          <ButtonLink href="/sign-in">{unknown.signIn}</ButtonLink>
        </Outcome>
      );
    return <Failed problem={loaded.problem} onRetry={loaded.reload} />;
  }
  const preview = loaded.data;
  return preview.status === 'pending' ? (
    <PendingInvitation preview={preview} onAnswered={onAnswered} />
  ) : (
    <InvitationOver preview={preview} status={preview.status} />
  );
}

interface OwnInvitationsProps {
  readonly session: SignedIn;
  readonly onAnswered: (answered: Answered) => void;
}

/** The pending invitations of the signed-in person. */
function OwnInvitations({ session, onAnswered }: OwnInvitationsProps) {
  const loaded = useLoaded(() => answerOf(api.listMyInvitations()), []);
  const { title, none, some } = words.invitation.own;
  const { email } = session.user;
  if (loaded.state === 'loading') return <Loading title={title} />;
  if (loaded.state === 'failed') return <Failed problem={loaded.problem} onRetry={loaded.reload} />;
  const { invitations } = loaded.data;
  if (invitations.length === 0) {
    return (
      <Outcome symbol="envelope" title={none.title} reason={none.lead(email)}>
        <Text>{none.next}</Text>
        <ButtonLink href="/">{words.invitation.home}</ButtonLink>
        <SignOutButton signOut={session.signOut} label={words.signIn.already.other} />
      </Outcome>
    );
  }
  return (
    <Page title={title} lead={some(email)}>
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} onAnswered={onAnswered} />
      ))}
    </Page>
  );
}
