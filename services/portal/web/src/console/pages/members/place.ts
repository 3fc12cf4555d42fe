import type { Input, OperationId, Schemas } from '@patchbay/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Answer, answerOf } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { confirmed } from '../../data/confirmed.ts';
import { type Change, useChange, useRead } from '../../data/queries.ts';

/** A change whose operation depends on the place. */
export interface Deed<Subject> extends Pick<Change<OperationId>, 'busy' | 'problem' | 'reset'> {
  readonly run: (subject: Subject) => Promise<Answer<unknown>>;
}

export type Role = Schemas['AssignableRole'];
export const assignableRoles: readonly Role[] = ['admin', 'member', 'viewer'];

/** An organization or a workspace, as the pages about its people use it. */
export interface Place {
  readonly kind: 'organization' | 'workspace';
  readonly name: string;
  readonly orgSlug: string;
  /** Tells drafts of different places apart: by ids, because a slug may be another's later. */
  readonly draft: string;
  readonly members: UseQueryResult<{
    readonly members: readonly (Schemas['OrganizationMember'] &
      Partial<Pick<Schemas['WorkspaceMember'], 'inherited'>>)[];
  }>;
  /** Undefined: the caller may not see them. */
  readonly invitations: UseQueryResult<Schemas['InvitationList']> | undefined;
  /** Why the caller cannot do it. */
  readonly refused: Readonly<
    Record<'invite' | 'resend' | 'cancel' | 'changeRole' | 'remove', string | undefined>
  >;
  /** Reads nothing again: several are sent, one after the other. */
  readonly invite: (email: string, role: Role) => Promise<Answer<unknown>>;
  readonly resend: Deed<{ readonly id: string }>;
  readonly cancel: Deed<{ readonly id: string }>;
  readonly changeRole: Deed<{ readonly userId: string; readonly role: Role }>;
  readonly remove: Deed<{ readonly userId: string }>;
}

const deedOf = <Id extends OperationId, Subject>(
  change: Change<Id>,
  inputOf: (subject: Subject) => Input<Id>,
): Deed<Subject> => ({ ...change, run: (subject) => change.run(inputOf(subject)) });

/** The organization of the address. Only for those who may see its members. */
export function useOrganizationPlace(): Place {
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
    draft: `organizations/${organization.id}/members`,
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
      answerOf(confirmed(() => api.createOrganizationInvitation({ ...at, body: { email, role } }))),
    resend: deedOf(useChange('resendOrganizationInvitation'), ({ id }) => ({ ...at, id })),
    cancel: deedOf(useChange('cancelOrganizationInvitation'), ({ id }) => ({ ...at, id })),
    changeRole: deedOf(useChange('updateOrganizationMember'), ({ userId, role }) => ({
      ...at,
      userId,
      body: { role },
    })),
    remove: deedOf(useChange('removeOrganizationMember'), ({ userId }) => ({ ...at, userId })),
  };
}

/** The workspace of the address. */
export function useWorkspacePlace(): Place {
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
    draft: `workspaces/${workspace.id}/members`,
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
      answerOf(confirmed(() => api.createWorkspaceInvitation({ ...at, body: { email, role } }))),
    resend: deedOf(useChange('resendWorkspaceInvitation'), ({ id }) => ({ ...at, id })),
    cancel: deedOf(useChange('cancelWorkspaceInvitation'), ({ id }) => ({ ...at, id })),
    changeRole: deedOf(useChange('updateWorkspaceMember'), ({ userId, role }) => ({
      ...at,
      userId,
      body: { role },
    })),
    remove: deedOf(useChange('removeWorkspaceMember'), ({ userId }) => ({ ...at, userId })),
  };
}
