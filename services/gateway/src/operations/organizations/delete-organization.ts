import { demand, inOrganization } from '@patchbay/access/rules';
import { invalid } from '@patchbay/errors/failure';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganization } from '../../present/organization.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import {
  closedOrganizationExample,
  Organization,
  organizationDeletion,
  organizationParams,
} from '../../schemas/organization.ts';

export const deleteOrganization = defineOperation({
  id: 'deleteOrganization',
  group: 'organizations',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}',
  summary: 'Delete an organization',
  description: `Closes an organization at once, and deletes it ${lifetimes.closedDays} days later (\`deletesAt\`) with everything in it. Until then its admins can restore it. In a closed organization its API keys are refused, nothing is verified, renewed, relayed or delivered, and every operation is a 409 but \`getOrganization\`, \`exportAuditLogs\`, \`verifyAuditLogs\` and \`restoreOrganization\`. Its admins get an email now, a day before the deletion, and after it. Slug and domain are free after the deletion.`,
  credentials: 'session',
  access: inOrganization.close,
  fresh: true,
  takesAway: true,
  params: organizationParams,
  body: organizationDeletion,
  examples: {
    params: organizationParamsExample,
    body: { confirm: organizationParamsExample.orgSlug },
  },
  answer: {
    status: 202,
    description: 'The organization, which is closed now',
    schema: Organization,
    example: closedOrganizationExample,
  },
  assistant: never('takes everything away'),
  audit: ['organization.closed'],
  async handle({ params, body, access, callOptions }, services) {
    // Before the confirmation: whoever may not delete it is told that.
    if (access) demand(access, inOrganization.close);
    if (body.confirm !== params.orgSlug)
      throw invalid({ path: 'confirm', message: 'must be the slug of the organization' });
    const { organization } = await services.organization.deleteOrganization(
      { slug: params.orgSlug },
      callOptions,
    );
    return presentOrganization(organization);
  },
});
