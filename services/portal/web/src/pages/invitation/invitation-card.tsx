import type { Schemas } from '../../api/answer.ts';
import { Card } from '../../parts/card.tsx';
import { Heading } from '../../parts/heading.tsx';
import { AnswerButtons, type InvitationAnswer } from './answer-buttons.tsx';
import { InvitationFacts, nameOf } from './invitation-facts.tsx';

export interface InvitationCardProps {
  readonly invitation: Schemas['Invitation'];
  readonly onAnswered: (answer: InvitationAnswer, name: string) => void;
}

/** One of several invitations, with the two answers. */
export function InvitationCard({ invitation, onAnswered }: InvitationCardProps) {
  const name = nameOf(invitation);
  return (
    <Card>
      <Heading>{name}</Heading>
      <InvitationFacts invitation={invitation} />
      <AnswerButtons id={invitation.id} onAnswered={(answer) => onAnswered(answer, name)} />
    </Card>
  );
}
