import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Alert } from '../../parts/alert.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Text } from '../../parts/text.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { words } from '../../words/words.ts';
import type { InvitationAnswer } from '../invitation/answer-buttons.tsx';
import { InvitationCard } from '../invitation/invitation-card.tsx';
import { NeedsSession } from '../sign-in/needs-session.tsx';
import { Organizations } from './organizations.tsx';
import { Shell } from './shell.tsx';

export const HomePage = () => (
  <NeedsSession title={words.home.title} lead={words.signIn.lead}>
    {(session) => (
      <Shell title={words.home.title} session={session}>
        <Content />
      </Shell>
    )}
  </NeedsSession>
);

function Content() {
  const [answered, setAnswered] = useState<{ readonly answer: InvitationAnswer; readonly name: string }>();
  const invitations = useLoaded(() => answerOf(api.GET('/v1/me/invitations')), [answered]);
  const pending = invitations.state === 'loaded' ? invitations.data.invitations : [];
  // The buttons that had the focus are gone with their invitation.
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answered !== undefined) notice.current?.focus();
  }, [answered]);
  return (
    <>
      {answered !== undefined && (
        <div ref={notice} tabIndex={-1}>
          <Alert kind={answered.answer === 'accepted' ? 'success' : 'information'}>
            {words.invitation.answered[answered.answer].title(answered.name)}
          </Alert>
        </div>
      )}
      {invitations.state === 'failed' && <ProblemAlert problem={invitations.problem} />}
      {pending.length > 0 && <Text>{words.home.invitations}</Text>}
      {pending.map((invitation) => (
        <InvitationCard
          key={invitation.id}
          invitation={invitation}
          onAnswered={(answer, name) => setAnswered({ answer, name })}
        />
      ))}
      <Organizations key={answered?.name} invited={invitations.state === 'loading' || pending.length > 0} />
    </>
  );
}
