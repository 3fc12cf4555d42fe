import { answerOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Failed } from '../../parts/failed.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Page } from '../../parts/page.tsx';
import { Text } from '../../parts/text.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { words } from '../../words/words.ts';
import type { SignedIn } from '../sign-in/needs-session.tsx';
import { SignOutButton } from '../sign-in/sign-out-button.tsx';
import type { InvitationAnswer } from './answer-buttons.tsx';
import { InvitationCard } from './invitation-card.tsx';

export interface OwnInvitationsProps {
  readonly session: SignedIn;
  readonly onAnswered: (answer: InvitationAnswer, name: string) => void;
}

/** Those that wait for whoever is signed in. */
export function OwnInvitations({ session, onAnswered }: OwnInvitationsProps) {
  const loaded = useLoaded(() => answerOf(api.GET('/v1/me/invitations')), []);
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
