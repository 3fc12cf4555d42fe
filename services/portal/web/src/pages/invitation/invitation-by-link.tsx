import { answerOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { words } from '../../words/words.ts';
import { FailedPage } from '../failed-page.tsx';
import { LoadingPage } from '../loading-page.tsx';
import type { InvitationAnswer } from './answer-buttons.tsx';
import { InvitationOver } from './invitation-over.tsx';
import { PendingInvitation } from './pending-invitation.tsx';

export interface InvitationByLinkProps {
  readonly token: string;
  readonly onAnswered: (answer: InvitationAnswer, name: string) => void;
}

/** What a mailed link shows: to anybody what it is about, to whom it is addressed the two answers. */
export function InvitationByLink({ token, onAnswered }: InvitationByLinkProps) {
  const { title, unknown } = words.invitation;
  const loaded = useLoaded(
    () => answerOf(api.GET('/v1/invitations/{token}', { params: { path: { token } } })),
    [token],
  );
  if (loaded.state === 'loading') return <LoadingPage title={title} />;
  if (loaded.state === 'failed') {
    const { status } = loaded.problem;
    // 400: no link of ours has such an ending.
    if (status === 404 || status === 400)
      return (
        <Page title={unknown.title} lead={unknown.lead}>
          <ButtonLink href="/sign-in">{unknown.signIn}</ButtonLink>
        </Page>
      );
    return <FailedPage title={title} problem={loaded.problem} onRetry={loaded.reload} />;
  }
  const preview = loaded.data;
  return preview.status === 'pending' ? (
    <PendingInvitation preview={preview} onAnswered={onAnswered} />
  ) : (
    <InvitationOver preview={preview} status={preview.status} />
  );
}
