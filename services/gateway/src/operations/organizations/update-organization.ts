import { roleToProto } from '@patchbay/access/proto';
import { reaches } from '@patchbay/access/role';
import { inOrganization } from '@patchbay/access/rules';
import { replaces } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganization } from '../../present/organization.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import {
  Organization,
  organizationChanges,
  organizationExample,
  organizationParams,
} from '../../schemas/organization.ts';

const joiningOf = (domainRole: 'member' | 'viewer' | null) =>
  domainRole === null
    ? ({ case: 'domainClosed', value: true } as const)
    : ({ case: 'domainRole', value: roleToProto(domainRole) } as const);

export const updateOrganization = defineOperation({
  id: 'updateOrganization',
  group: 'organizations',
  method: 'PATCH',
  path: '/v1/organizations/{orgSlug}',
  summary: "Change an organization's name, domain role or demand for passkeys",
  description:
    'Changes the name of an organization, the role of people who join by its domain, or whether people must sign in with a passkey (`requiresPasskey`, which takes a session that was opened with one, else 403). What you leave out stays as it is. The slug never changes. People who are already in the organization keep their roles.',
  credentials: 'session',
  access: inOrganization.change,
  fresh: {
    when: '`requiresPasskey` is set to false, or `domainRole` is raised',
    needed: async ({ params, body, callOptions }, { organization }) => {
      if (body.requiresPasskey === false) return true;
      if (!body.domainRole) return false;
      const { organization: current } = await organization.getOrganization(
        { slug: params.orgSlug },
        callOptions,
      );
      const { domainRole } = presentOrganization(current);
      return domainRole === null || !reaches(domainRole, body.domainRole);
    },
  },
  params: organizationParams,
  body: organizationChanges,
  examples: {
    params: organizationParamsExample,
    body: { name: organizationExample.name, domainRole: 'member' },
  },
  answer: {
    status: 200,
    description: 'The organization as it is now',
    schema: Organization,
    example: organizationExample,
  },
  assistant: { changes: { ...replaces, fields: ['name'] } },
  audit: ['organization.updated'],
  async handle({ params, body: { name, domainRole, requiresPasskey }, callOptions }, services) {
    const { organization } = await services.organization.updateOrganization(
      {
        slug: params.orgSlug,
        ...(name !== undefined && { name }),
        ...(domainRole !== undefined && { joining: joiningOf(domainRole) }),
        ...(requiresPasskey !== undefined && { requiresPasskey }),
      },
      callOptions,
    );
    return presentOrganization(organization);
  },
});
