import type { z } from 'zod';
import type { apiKeyParams } from '../../schemas/api-key.ts';

/** The key that a path names, as the organization service calls it. */
export const apiKeyOf = ({ orgSlug, id }: z.output<typeof apiKeyParams>) => ({
  organizationSlug: orgSlug,
  apiKeyId: id,
});
