import { useState } from 'react';
import { answerOf, type Problem } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Actions } from '../../parts/actions.tsx';
import { Button } from '../../parts/button.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useOnce } from '../../state/use-once.ts';
import { words } from '../../words/words.ts';

export type InvitationAnswer = 'accepted' | 'declined';

export interface AnswerButtonsProps {
  readonly id: string;
  readonly onAnswered: (answer: InvitationAnswer) => void;
}

/** Accept or decline; the two exclude each other while one of them is on its way. */
export function AnswerButtons({ id, onAnswered }: AnswerButtonsProps) {
  const [busy, once] = useOnce();
  const [sending, setSending] = useState<InvitationAnswer>();
  const [problem, setProblem] = useState<Problem>();
  const { accept, decline } = words.invitation;
  const send = (answer: InvitationAnswer): void => {
    void once(async () => {
      setSending(answer);
      const params = { params: { path: { id } } };
      const sent = await answerOf(
        answer === 'accepted'
          ? api.POST('/v1/me/invitations/{id}/accept', params)
          : api.POST('/v1/me/invitations/{id}/decline', params),
      );
      if (sent.ok) return onAnswered(answer);
      setProblem(sent.problem);
    });
  };
  return (
    <>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Actions>
        <Button busy={busy && sending === 'accepted'} onClick={() => send('accepted')}>
          {accept}
        </Button>
        <Button kind="other" busy={busy && sending === 'declined'} onClick={() => send('declined')}>
          {decline}
        </Button>
      </Actions>
    </>
  );
}
