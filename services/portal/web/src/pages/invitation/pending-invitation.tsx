import { answerOf, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Monogram } from '../../parts/monogram.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Page, type PageProps } from '../../parts/page.tsx';
import { Failed } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { addressOf } from '../../state/address.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { useSession } from '../../state/use-session.ts';
import { words } from '../../words/words.ts';
import { isSameEmail } from '../sign-in/email.ts';
import { SignInPanel } from '../sign-in/sign-in-panel.tsx';
import { SignOutButton } from '../sign-in/sign-out-button.tsx';
import { AnswerButtons, type Answered, InvitationFacts, MailToInviter, nameOf } from './invitation-card.tsx';
import { ownInvitation } from './own-invitation.ts';

interface PendingInvitationProps {
  readonly preview: Schemas['InvitationPreview'];
  readonly onAnswered: (answered: Answered) => void;
}

/** The invited person can answer; anybody else can sign in as the invited person. */
export function PendingInvitation({ preview, onAnswered }: PendingInvitationProps) {
  const session = useSession();
  const { invitation: text } = words;
  const { organization, inviterName, email } = preview;
  const shell = {
    title: text.invites(nameOf(preview)),
    mark: <Monogram name={organization.name} />,
  };
  if (session.state === 'loading') return <Loading title={shell.title} />;
  if (session.state === 'failed')
    return <Failed problem={session.problem} onRetry={() => void session.check()} />;
  if (session.state === 'nobody') {
    return (
      <SignInPanel
        {...shell}
        lead={text.lead(inviterName)}
        email={email}
        callbackURL={addressOf('/invitations')}
        onSignedIn={session.check}
      >
        <InvitationFacts invitation={preview} />
        <Text kind="quiet">{text.signInFirst(email)}</Text>
      </SignInPanel>
    );
  }
  if (!isSameEmail(session.user.email, email)) {
    return (
      <Page {...shell} lead={text.lead(inviterName)}>
        <InvitationFacts invitation={preview} />
        <Text>{text.otherPerson(email, session.user.email)}</Text>
        <SignOutButton kind="main" signOut={session.signOut} label={text.signInAs(email)} />
        <ButtonLink kind="quiet" href="/">
          {text.home}
        </ButtonLink>
      </Page>
    );
  }
  return <Answer shell={shell} preview={preview} onAnswered={onAnswered} />;
}

interface AnswerProps extends PendingInvitationProps {
  readonly shell: Pick<PageProps, 'title' | 'mark'>;
}

function Answer({ shell, preview, onAnswered }: AnswerProps) {
  const loaded = useLoaded(() => answerOf(api.listMyInvitations()), []);
  if (loaded.state === 'loading') return <Loading title={shell.title} />;
  if (loaded.state === 'failed') return <Failed problem={loaded.problem} onRetry={loaded.reload} />;
  const own = ownInvitation(preview, loaded.data.invitations);
  // Answered, canceled or expired since the preview was read.
  if (own === undefined) return <InvitationOver preview={preview} status="gone" />;
  return (
    <Page {...shell} lead={words.invitation.lead(preview.inviterName)}>
      <InvitationFacts invitation={preview} />
      <AnswerButtons invitation={own} onAnswered={onAnswered} />
    </Page>
  );
}

interface InvitationOverProps {
  readonly preview: Schemas['InvitationPreview'];
  /** `gone`: it ended while the page was open. */
  readonly status: Exclude<Schemas['InvitationStatus'], 'pending'> | 'gone';
}

const symbols = {
  accepted: 'check',
  declined: 'hand',
  canceled: 'hand',
  expired: 'clock',
  gone: 'clock',
} as const;

/** An invitation that can no longer be answered: why, and whom to ask. */
export function InvitationOver({ preview, status }: InvitationOverProps) {
  const { title, lead } = words.invitation.over[status];
  return (
    <Outcome symbol={symbols[status]} title={title} reason={lead(nameOf(preview), preview.inviterName)}>
      {status !== 'accepted' && (
        <Text>
          <MailToInviter invitation={preview}>{words.invitation.mailTo(preview.inviterName)}</MailToInviter>
        </Text>
      )}
      <ButtonLink href="/">{words.invitation.home}</ButtonLink>
    </Outcome>
  );
}
