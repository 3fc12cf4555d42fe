import type { ServiceSealing } from '@patchbay/service/service-sealing';
import { schema } from './migrations.ts';

/** What this service seals with SEALING_KEYS. */
export const sealing: ServiceSealing = { schema, columns: [], elsewhere: [] };
