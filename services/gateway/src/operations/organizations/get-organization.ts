import { inOrganization } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganization } from '../../present/organization.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import {
  OrganizationWithCan,
  organizationParams,
  organizationWithCanExample,
} from '../../schemas/organization.ts';

export const getOrganization = defineOperation({
  id: 'getOrganization',
  group: 'organizations',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}',
  summary: 'Read an organization',
  description:
    'Returns an organization, with the role that the caller has in it and the operations that it may call (`can`).',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.see,
  inClosed: true,
  withAnyMethod: true,
  params: organizationParams,
  examples: { params: organizationParamsExample },
  answer: {
    status: 200,
    description: 'The organization',
    schema: OrganizationWithCan,
    example: organizationWithCanExample,
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle(request, services) {
    const { organization } = await services.organization.getOrganization(
      { slug: request.params.orgSlug },
      request.callOptions,
    );
    const presented = presentOrganization(organization);
    const { role, requiresPasskey, deletesAt } = presented;
    const state = { requiresPasskey, isClosed: deletesAt !== null };
    return { ...presented, can: services.can.inOrganization(role, request.caller, state) };
  },
});
