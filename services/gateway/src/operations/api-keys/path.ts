import type { z } from 'zod';
import type { apiKeyParams } from '../../schemas/api-key.ts';

/** Path parameters as fields of a request to organization. */
export const apiKeyOf = ({ orgSlug, id }: z.output<typeof apiKeyParams>) => ({
  organizationSlug: orgSlug,
  apiKeyId: id,
});
