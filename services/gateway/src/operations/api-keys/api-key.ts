import { inOrganization } from '@patchbay/access/rules';
import type { z } from 'zod';
import { perOrganization } from '../../limits/per-organization.ts';
import type { apiKeyParams } from '../../schemas/api-key.ts';

/** Of the operations that make a key: dead keys stay in the trail for ever. */
export const keyLimits = [{ name: 'keyPerOrganization', per: perOrganization(inOrganization.see) }] as const;

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
