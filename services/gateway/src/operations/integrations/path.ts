import type { z } from 'zod';
import type { integrationParams } from '../../schemas/integration.ts';

/** Path parameters as fields of a request to integration; the workspace is in the caller token. */
export const integrationOf = ({ id }: Pick<z.output<typeof integrationParams>, 'id'>) => ({
  integrationId: id,
});
