import type { CallOptions } from '@connectrpc/connect';
import { keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import { inOrganization } from '@patchbay/access/rules';
import type { z } from 'zod';
import { perOrganization } from '../../limits/per-organization.ts';
import type { apiKeyParams, newApiKey } from '../../schemas/api-key.ts';
import type { Services } from '../../services.ts';

/** Of the operations that make a key: dead keys stay in the trail for ever. */
export const keyLimits = [{ name: 'keyPerOrganization', per: perOrganization(inOrganization.see) }] as const;

const powerful = 'the key is of level `organization`, or has the role `admin`';

/** Of the operation that makes a key. */
export const freshForNewPowerfulKeys = {
  when: powerful,
  needed: ({ body }: { readonly body: z.output<typeof newApiKey> }): boolean =>
    body.level === 'organization' || (body.level === 'workspace' && body.role === 'admin'),
};

/** Of the operations on an existing key that let it work. Only organization knows its level and role. */
export const freshForPowerfulKeys = {
  when: powerful,
  async needed(
    { params, callOptions }: { params: z.output<typeof apiKeyParams>; callOptions: CallOptions },
    { apiKeys }: Pick<Services, 'apiKeys'>,
  ): Promise<boolean> {
    const { apiKey } = await apiKeys.getApiKey(apiKeyOf(params), callOptions);
    return apiKey?.level === keyLevelToProto('organization') || apiKey?.role === roleToProto('admin');
  },
};

/** From an answer that has a new API key to what can be done with the key. */
export const apiKeyLinks = {
  getApiKey: { id: '/id' },
  updateApiKey: { id: '/id' },
  disableApiKey: { id: '/id' },
  rotateApiKey: { id: '/id' },
  revokeApiKey: { id: '/id' },
} as const;

/** Path parameters as fields of a request to organization. */
export const apiKeyOf = ({ orgSlug, id }: z.output<typeof apiKeyParams>) => ({
  organizationSlug: orgSlug,
  apiKeyId: id,
});
