import { useState } from 'react';
import { answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Actions, Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Card } from '../../parts/page.tsx';
import { ProblemAlert } from '../../parts/problem.tsx';
import { Heading, Text } from '../../parts/text.tsx';
import { useOnce } from '../../state/use-once.ts';
import { formatDateTime, words } from '../../words/words.ts';

interface InvitationCardProps {
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

export type InvitationAnswer = 'accepted' | 'declined';

interface AnswerButtonsProps {
  readonly id: string;
  readonly onAnswered: (answer: InvitationAnswer) => void;
}

/** Accept and decline. While one is being sent, the other does nothing. */
export function AnswerButtons({ id, onAnswered }: AnswerButtonsProps) {
  const [busy, once] = useOnce();
  const [sending, setSending] = useState<InvitationAnswer>();
  const [problem, setProblem] = useState<Problem>();
  const { accept, decline } = words.invitation;
  const send = (answer: InvitationAnswer): void => {
    void once(async () => {
      setSending(answer);
      const sent = await answerOf(
        answer === 'accepted' ? api.acceptInvitation({ id }) : api.declineInvitation({ id }),
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

type Invited = Pick<
  Schemas['InvitationPreview'],
  'organization' | 'workspace' | 'role' | 'inviterName' | 'expiresAt'
>;

/** Inviter, organization, workspace, role and expiry of an invitation. */
export function InvitationFacts({ invitation }: { readonly invitation: Invited }) {
  const { facts, roles, workspaceRoles } = words.invitation;
  const { organization, workspace, role, inviterName, expiresAt } = invitation;
  const { name, may } = workspace === undefined ? roles[role] : workspaceRoles[workspace.role];
  return (
    <>
      <Facts
        facts={[
          { name: facts.inviter, value: inviterName },
          { name: facts.organization, value: organization.name },
          ...(workspace === undefined ? [] : [{ name: facts.workspace, value: workspace.name }]),
          { name: facts.role, value: name },
          { name: facts.until, value: formatDateTime(expiresAt) },
        ]}
      />
      <Text>{may}</Text>
    </>
  );
}

/** The name of the organization or workspace of an invitation. */
export const nameOf = ({ organization, workspace }: Pick<Invited, 'organization' | 'workspace'>): string =>
  workspace === undefined
    ? organization.name
    : words.invitation.inOrganization(workspace.name, organization.name);
