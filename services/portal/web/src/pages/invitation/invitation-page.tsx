import { useState } from 'react';
import { ButtonLink } from '../../parts/button.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { forget, secretOf } from '../../secrets-in-address.ts';
import { useStep } from '../../state/use-step.ts';
import { words } from '../../words/words.ts';
import { NeedsSession } from '../sign-in/needs-session.tsx';
import type { InvitationAnswer } from './answer-buttons.tsx';
import { InvitationByLink } from './invitation-by-link.tsx';
import { OwnInvitations } from './own-invitations.tsx';

interface Answered {
  readonly answer: InvitationAnswer;
  /** Of the organization or the workspace. */
  readonly name: string;
}

/** With the link from a mail: that invitation. Without: those that wait for whoever is signed in. */
export function InvitationPage() {
  const [token, setToken] = useState(() => secretOf('invitation'));
  const [answered, goTo] = useStep<Answered>('invitation');
  const onAnswered = (answer: InvitationAnswer, name: string): void => {
    forget('invitation');
    setToken(undefined);
    goTo({ answer, name }, { replace: true });
  };
  if (answered !== undefined) {
    const { title, lead } = words.invitation.answered[answered.answer];
    return (
      <Outcome
        symbol={answered.answer === 'accepted' ? 'check' : 'hand'}
        title={title(answered.name)}
        reason={lead}
      >
        <ButtonLink href="/">{words.invitation.home}</ButtonLink>
      </Outcome>
    );
  }
  if (token !== undefined) return <InvitationByLink token={token} onAnswered={onAnswered} />;
  return (
    <NeedsSession title={words.invitation.own.title} lead={words.invitation.signInLead}>
      {(session) => <OwnInvitations session={session} onAnswered={onAnswered} />}
    </NeedsSession>
  );
}
