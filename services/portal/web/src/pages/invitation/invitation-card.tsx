import { useState } from 'react';
import { answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Actions, Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { MailLink } from '../../parts/mail-link.tsx';
import { Card } from '../../parts/page.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { Heading, Text } from '../../parts/text.tsx';
import { useOnce } from '../../state/use-once.ts';
import { formatDateTime, words } from '../../words/words.ts';

type InvitationAnswer = 'accepted' | 'declined';

export interface Answered {
  readonly answer: InvitationAnswer;
  /** The name of the organization or workspace. */
  readonly name: string;
  /** Its path in the console. */
  readonly path: string;
}

interface InvitationCardProps {
  readonly invitation: Schemas['Invitation'];
  readonly onAnswered: (answered: Answered) => void;
}

/** One of several invitations, with the two answers. */
export function InvitationCard({ invitation, onAnswered }: InvitationCardProps) {
  return (
    <Card>
      <Heading>{nameOf(invitation)}</Heading>
      <InvitationFacts invitation={invitation} />
      <AnswerButtons invitation={invitation} onAnswered={onAnswered} />
    </Card>
  );
}

/** Accept and decline. While one is being sent, the other does nothing. */
export function AnswerButtons({ invitation, onAnswered }: InvitationCardProps) {
  const [busy, once] = useOnce();
  const [sending, setSending] = useState<InvitationAnswer>();
  const [problem, setProblem] = useState<Problem>();
  const { accept, decline } = words.invitation;
  const wait = useWait(problem) > 0;
  const { id, organization, workspace } = invitation;
  const path = `/o/${organization.slug}${workspace === undefined ? '' : `/w/${workspace.slug}`}`;
  const send = (answer: InvitationAnswer): void => {
    void once(async () => {
      setSending(answer);
      const sent = await answerOf(
        answer === 'accepted' ? api.acceptInvitation({ id }) : api.declineInvitation({ id }),
      );
      if (sent.ok) return onAnswered({ answer, name: nameOf(invitation), path });
      setProblem(sent.problem);
    });
  };
  return (
    <>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Actions>
        <Button busy={busy && sending === 'accepted'} waits={wait} onClick={() => send('accepted')}>
          {accept}
        </Button>
        <Button
          kind="other"
          busy={busy && sending === 'declined'}
          waits={wait}
          onClick={() => send('declined')}
        >
          {decline}
        </Button>
      </Actions>
    </>
  );
}

type Invited = Pick<
  Schemas['InvitationPreview'],
  'organization' | 'workspace' | 'role' | 'inviterName' | 'inviterEmail' | 'expiresAt'
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
          {
            name: facts.inviter,
            value: (
              <>
                {inviterName} <MailToInviter invitation={invitation} />
              </>
            ),
          },
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

interface MailToInviterProps {
  readonly invitation: Pick<Invited, 'organization' | 'workspace' | 'inviterEmail'>;
  /** Default: the address. */
  readonly children?: string;
}

export const MailToInviter = ({ invitation, children }: MailToInviterProps) => (
  <MailLink to={invitation.inviterEmail} subject={words.invitation.mailSubject(nameOf(invitation))}>
    {children}
  </MailLink>
);

/** The name of the organization or workspace of an invitation. */
export const nameOf = ({ organization, workspace }: Pick<Invited, 'organization' | 'workspace'>): string =>
  workspace === undefined
    ? organization.name
    : words.invitation.inOrganization(workspace.name, organization.name);
