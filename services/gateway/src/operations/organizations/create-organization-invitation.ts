import { roleToProto } from '@patchbay/access/proto';
import { inOrganization } from '@patchbay/access/rules';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { most } from '@patchbay/platform/maximums';
import { limitsOfNewInvitations } from '../../limits/invitations.ts';
import { never } from '../../operation/assistant.ts';
import { freshForAdmins } from '../../operation/fresh.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { Invitation, invitationExample, newInvitation } from '../../schemas/invitation.ts';
import { organizationParams } from '../../schemas/organization.ts';

export const createOrganizationInvitation = defineOperation({
  id: 'createOrganizationInvitation',
  group: 'organizations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/invitations',
  summary: 'Invite someone to an organization',
  description: `Invites someone to the organization, and emails them a link that is valid for ${lifetimes.invitationHours} hours. An address that already has this role or a higher one, or a pending invitation, is a 409; so is an invitation beyond ${most.pendingInvitations} pending ones. An API key cannot invite an \`admin\` (403): a person decides who becomes one.`,
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.invite,
  fresh: freshForAdmins,
  limits: limitsOfNewInvitations,
  params: organizationParams,
  body: newInvitation,
  examples: { params: organizationParamsExample, body: { email: invitationExample.email, role: 'member' } },
  answer: {
    status: 201,
    description: 'The pending invitation',
    schema: Invitation,
    example: invitationExample,
    links: { resendOrganizationInvitation: { id: '/id' }, cancelOrganizationInvitation: { id: '/id' } },
  },
  assistant: never('gives access'),
  audit: ['invitation.created'],
  async handle({ params, body, callOptions }, { invitations }) {
    const { invitation } = await invitations.createInvitation(
      { organizationSlug: params.orgSlug, email: body.email, role: roleToProto(body.role) },
      callOptions,
    );
    return presentInvitation(invitation);
  },
});
