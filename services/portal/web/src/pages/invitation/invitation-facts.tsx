import type { Schemas } from '../../api/answer.ts';
import { Facts } from '../../parts/facts.tsx';
import { Text } from '../../parts/text.tsx';
import { formatDateTime, words } from '../../words/words.ts';

type Invited = Pick<
  Schemas['InvitationPreview'],
  'organization' | 'workspace' | 'role' | 'inviterName' | 'expiresAt'
>;

/** Who invites, where to, as what, until when. */
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

/** The name of what one is invited into. */
export const nameOf = ({ organization, workspace }: Pick<Invited, 'organization' | 'workspace'>): string =>
  workspace === undefined
    ? organization.name
    : words.invitation.inOrganization(workspace.name, organization.name);
