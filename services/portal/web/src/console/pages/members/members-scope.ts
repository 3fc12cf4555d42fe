import type { Input, OperationId, Schemas } from '@patchbay/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Answer, answerOf } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { withConfirmation } from '../../data/confirmation.ts';
import { type Change, useChange, useRead } from '../../data/queries.ts';

/** A change of a member or invitation, by the operation of the organization or of the workspace. */
interface ScopedChange<Subject> extends Pick<Change<OperationId>, 'busy' | 'problem' | 'reset'> {
  readonly run: (subject: Subject) => Promise<Answer<unknown>>;
}

export type Role = Schemas['AssignableRole'];
export const assignableRoles: readonly Role[] = ['admin', 'member', 'viewer'];

/** An organization or a workspace, as the pages about its members use it. */
export interface MembersScope {
  readonly kind: 'organization' | 'workspace';
  readonly name: string;
  readonly orgSlug: string;
  /** Prefix of the names of drafts, unique to the organization or workspace. */
  readonly path: string;
  readonly members: UseQueryResult<{
    readonly members: readonly (Schemas['OrganizationMember'] &
      Partial<Pick<Schemas['WorkspaceMember'], 'inherited'>>)[];
  }>;
  /** Undefined: the caller may not see them. */
  readonly invitations: UseQueryResult<Schemas['InvitationList']> | undefined;
  /** Why the caller cannot do something. Undefined: they can. */
  readonly refused: Readonly<
    Record<'invite' | 'resend' | 'cancel' | 'changeRole' | 'remove', string | undefined>
  >;
  /** Does not refresh the lists: several invitations are sent, one after the other. */
  readonly invite: (email: string, role: Role) => Promise<Answer<unknown>>;
  readonly resend: ScopedChange<{ readonly id: string }>;
  readonly cancel: ScopedChange<{ readonly id: string }>;
  readonly changeRole: ScopedChange<{ readonly userId: string; readonly role: Role }>;
  readonly remove: ScopedChange<{ readonly userId: string }>;
}

const scopedChange = <Id extends OperationId, Subject>(
  change: Change<Id>,
  inputOf: (subject: Subject) => Input<Id>,
): ScopedChange<Subject> => ({ ...change, run: (subject) => change.run(inputOf(subject)) });

/** The organization in the URL. The caller must be allowed to list its members. */
export function useOrganizationScope(): MembersScope {
  const organization = useOrganization();
  const { slug: orgSlug, name, can } = organization;
  const seesMembers = can.includes('listOrganizationMembers');
  const seesInvitations = can.includes('listOrganizationInvitations');
  const members = useRead('listOrganizationMembers', { orgSlug }, { enabled: seesMembers });
  const invitations = useRead('listOrganizationInvitations', { orgSlug }, { enabled: seesInvitations });
  const at = { orgSlug };
  return {
    kind: 'organization',
    name,
    orgSlug,
    path: `o/${organization.id}/members`,
    members,
    invitations: seesInvitations ? invitations : undefined,
    refused: {
      invite: refusalOf(organization, 'createOrganizationInvitation'),
      resend: refusalOf(organization, 'resendOrganizationInvitation'),
      cancel: refusalOf(organization, 'cancelOrganizationInvitation'),
      changeRole: refusalOf(organization, 'updateOrganizationMember'),
      remove: refusalOf(organization, 'removeOrganizationMember'),
    },
    invite: (email, role) =>
      answerOf(
        withConfirmation('createOrganizationInvitation', () =>
          api.createOrganizationInvitation({ ...at, body: { email, role } }),
        ),
      ),
    resend: scopedChange(useChange('resendOrganizationInvitation'), ({ id }) => ({ ...at, id })),
    cancel: scopedChange(useChange('cancelOrganizationInvitation'), ({ id }) => ({ ...at, id })),
    changeRole: scopedChange(useChange('updateOrganizationMember'), ({ userId, role }) => ({
      ...at,
      userId,
      body: { role },
    })),
    remove: scopedChange(useChange('removeOrganizationMember'), ({ userId }) => ({ ...at, userId })),
  };
}

/** The workspace in the URL. */
export function useWorkspaceScope(): MembersScope {
  const { slug: orgSlug } = useOrganization();
  const workspace = useWorkspace();
  const { slug: workspaceSlug, name, can } = workspace;
  const at = { orgSlug, workspaceSlug };
  const seesInvitations = can.includes('listWorkspaceInvitations');
  const members = useRead('listWorkspaceMembers', at);
  const invitations = useRead('listWorkspaceInvitations', at, { enabled: seesInvitations });
  return {
    kind: 'workspace',
    name,
    orgSlug,
    path: `w/${workspace.id}/members`,
    members,
    invitations: seesInvitations ? invitations : undefined,
    refused: {
      invite: refusalOf(workspace, 'createWorkspaceInvitation'),
      resend: refusalOf(workspace, 'resendWorkspaceInvitation'),
      cancel: refusalOf(workspace, 'cancelWorkspaceInvitation'),
      changeRole: refusalOf(workspace, 'updateWorkspaceMember'),
      remove: refusalOf(workspace, 'removeWorkspaceMember'),
    },
    invite: (email, role) =>
      answerOf(
        withConfirmation('createWorkspaceInvitation', () =>
          api.createWorkspaceInvitation({ ...at, body: { email, role } }),
        ),
      ),
    resend: scopedChange(useChange('resendWorkspaceInvitation'), ({ id }) => ({ ...at, id })),
    cancel: scopedChange(useChange('cancelWorkspaceInvitation'), ({ id }) => ({ ...at, id })),
    changeRole: scopedChange(useChange('updateWorkspaceMember'), ({ userId, role }) => ({
      ...at,
      userId,
      body: { role },
    })),
    remove: scopedChange(useChange('removeWorkspaceMember'), ({ userId }) => ({ ...at, userId })),
  };
}
