import type { MessageInitShape } from '@bufbuild/protobuf';
import { roleToProto } from '@patchbay/access/proto';
import type { WorkspaceRole } from '@patchbay/access/role';
import type {
  ResolveRecipientRequestSchema,
  ResolveRecipientResponse,
} from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import type { Services } from '../services.ts';
import type { CountedRequest, InputLimit } from './limit.ts';

/** The path's parameters; without a workspace the invitation is into the organization itself. */
interface Place {
  readonly orgSlug: string;
  readonly workspaceSlug?: string;
}

type Invitation = NonNullable<MessageInitShape<typeof ResolveRecipientRequestSchema>['invitation']>;

/**
 * Invitations into the organization and into its workspaces share the counters of recipient and organization, under the id of
 * the organization. Organization is asked once per request for the id and the recipient. It refuses callers who may not
 * invite: they must not use up the limits of those who may.
 */
function limitsOf<P extends Place, B>(
  invitationOf: (request: CountedRequest<P, unknown, B>) => Invitation,
): readonly InputLimit<P, unknown, B>[] {
  const recipients = new WeakMap<object, Promise<ResolveRecipientResponse>>();
  const recipientOf = (request: CountedRequest<P, unknown, B>, { invitations }: Services) => {
    const { orgSlug: organizationSlug, workspaceSlug = '' } = request.params;
    const asked = { organizationSlug, workspaceSlug, invitation: invitationOf(request) };
    const recipient = recipients.get(request) ?? invitations.resolveRecipient(asked, request.callOptions);
    recipients.set(request, recipient);
    return recipient;
  };
  return [
    { name: 'invitationPerKey', per: 'key' },
    {
      name: 'invitationPerRecipient',
      per: {
        async of(request, services) {
          const { organizationId, email } = await recipientOf(request, services);
          return `${organizationId} ${email}`;
        },
      },
    },
    {
      name: 'invitationPerOrganization',
      per: { of: async (request, services) => (await recipientOf(request, services)).organizationId },
    },
  ];
}

export const limitsOfNewInvitations = limitsOf<
  Place,
  { readonly email: string; readonly role: WorkspaceRole }
>(({ body: { email, role } }) => ({ case: 'created', value: { email, role: roleToProto(role) } }));

export const limitsOfResentInvitations = limitsOf<Place & { readonly id: string }, unknown>(
  ({ params: { id } }) => ({ case: 'resent', value: id }),
);

/** Of the operations that send an invitation again, which makes an expired one valid. Only organization knows what it offers. */
export const freshForResentAdmins = {
  when: 'the invitation offers the role `admin`',
  async needed(
    {
      params,
      callOptions,
    }: Pick<CountedRequest<Place & { readonly id: string }, unknown, unknown>, 'params' | 'callOptions'>,
    { invitations }: Services,
  ): Promise<boolean> {
    const { orgSlug: organizationSlug, workspaceSlug = '', id } = params;
    const invitation = { case: 'resent', value: id } as const;
    const { role } = await invitations.resolveRecipient(
      { organizationSlug, workspaceSlug, invitation },
      callOptions,
    );
    return role === roleToProto('admin');
  },
};
