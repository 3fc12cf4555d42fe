import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CallOptions } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import { inOrganization } from '@patchbay/access/rules';
import { providerValues } from '@patchbay/platform/providers';
import * as rules from '@patchbay/text/rules';
import { z } from 'zod';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentOrganizationIntegrations } from '../../present/integration.ts';
import { moment } from '../../schemas/audit-log.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import {
  integrationStatus,
  OrganizationIntegrationPage,
  organizationIntegrationExample,
} from '../../schemas/integration.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { programText, queryInteger, slugInAddress, textOf } from '../../schemas/text.ts';
import type { Services } from '../../services.ts';

/** Those of the caller's workspaces that the list is about; undefined: all of the organization. A guest sees what organization decides. */
async function workspacesOf(
  { workspaces: service }: Pick<Services, 'workspaces'>,
  workspaceSlug: string | undefined,
  access: Access | undefined,
  callOptions: CallOptions,
): Promise<readonly { readonly id: string }[] | undefined> {
  // A slug stands for the workspace that has it now: integrations of a deleted one may be there for seconds.
  if (workspaceSlug !== undefined) return access?.workspace ? [access.workspace] : [];
  if (access?.organization.role !== 'guest') return undefined;
  const organizationSlug = access.organization.slug;
  return (await service.listWorkspaces({ organizationSlug }, callOptions)).workspaces;
}

export const listOrganizationIntegrations = defineOperation({
  id: 'listOrganizationIntegrations',
  group: 'integrations',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/integrations',
  summary: 'List the integrations of all workspaces',
  description:
    'Returns a page of the integrations of all workspaces that the caller can see: first those in status `error`, then active ones with a `lastError`, then active ones whose authorization ends within seven days, the next to end first, then the others by name. All given filters must match. Ask for the next page with `nextCursor` and the same filters until it is null. An integration that does not change while you page is neither repeated nor skipped. A cursor of another list is a 400. `counts` has the integrations that match the filters, whatever their status.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.see,
  workspaceInQuery: true,
  params: organizationParams,
  query: z.strictObject({
    status: integrationStatus.exactOptional().meta({ description: 'Only those in this status.' }),
    provider: z.enum(providerValues).exactOptional().meta({ description: 'Only those of this provider.' }),
    workspaceSlug: slugInAddress
      .exactOptional()
      .meta({ description: 'Only those of the workspace that has this slug now.' }),
    endsBefore: moment
      .exactOptional()
      .meta({ description: 'Only those whose `authorizationEndsAt` is before this moment.' }),
    q: textOf(rules.searchText).exactOptional().meta({
      description:
        'Only those with this text in their name or connected account, or in the name or id of an account in `accounts`, in upper or lower case.',
    }),
    cursor: programText(1024).exactOptional().meta({ description: '`nextCursor` of the previous page.' }),
    limit: queryInteger(1, 200)
      .prefault(50)
      .meta({ description: 'How many integrations a page has at most.' }),
  }),
  examples: { params: organizationParamsExample, query: { provider: 'google_ads', limit: 20 } },
  answer: {
    status: 200,
    description: 'A page of the integrations',
    schema: OrganizationIntegrationPage,
    example: {
      integrations: [organizationIntegrationExample],
      nextCursor: null,
      counts: { pending: 0, active: 1, error: 0, disabled: 0, ending: 0 },
    },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ query, access, callOptions }, services) {
    const { endsBefore, ...rest } = query;
    const workspaces = await workspacesOf(services, query.workspaceSlug, access, callOptions);
    const page = await services.integration.listOrganizationIntegrations(
      {
        ...rest,
        ...(endsBefore && { endsBefore: timestampFromDate(endsBefore) }),
        ...(workspaces && { workspaces: { ids: workspaces.map(({ id }) => id) } }),
      },
      callOptions,
    );
    return presentOrganizationIntegrations(page);
  },
});
