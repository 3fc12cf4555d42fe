import { answerOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Failed } from '../../parts/failed.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { words } from '../../words/words.ts';
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
  if (loaded.state === 'loading') return <Loading title={title} />;
  if (loaded.state === 'failed') {
    const { status } = loaded.problem;
    // 400: no link of ours has such an ending.
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
