import { roleToProto } from '@patchbay/access/proto';
import { inOrganization } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { Invitation, invitationBody, invitationExample } from '../../schemas/invitation.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { limitsOfNewInvitations } from '../invitation-limits.ts';

export const createOrganizationInvitation = defineOperation({
  id: 'createOrganizationInvitation',
  group: 'organizations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/invitations',
  summary: 'Invite somebody into an organization',
  description:
    'Admins may, through an API key not as `admin`: who becomes one is decided by a person. Mails a link that is valid for 48 hours. Refused where the address holds the role or a higher one already, or has a pending invitation.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.invite,
  limits: limitsOfNewInvitations,
  params: organizationParams,
  body: invitationBody,
  examples: { params: { orgSlug: 'acme' }, body: { email: 'grace@acme.example', role: 'member' } },
  answer: {
    status: 201,
    description: 'The pending invitation',
    schema: Invitation,
    example: invitationExample,
  },
  audit: ['invitation.created'],
  async handle({ params, body, callOptions }, { invitations }) {
    const { invitation } = await invitations.createInvitation(
      { organizationSlug: params.orgSlug, email: body.email, role: roleToProto(body.role) },
      callOptions,
    );
    return presentInvitation(invitation);
  },
});
