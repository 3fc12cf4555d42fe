import { sealedTextColumn } from '@patchbay/sealing/sealed-column';
import type { ServiceSealing } from '@patchbay/service/service-sealing';
import { schema } from './migrations.ts';
import { sealedSecret } from './store/secrets.ts';

const binding = ['organization_id', 'id'] as const;

/** What this service seals with SEALING_KEYS. */
export const sealing: ServiceSealing = {
  schema,
  columns: ['sealed_secret', 'sealed_previous_secret'].map((column) =>
    sealedTextColumn({ table: 'webhooks', column, primaryKey: 'id', value: sealedSecret, binding }),
  ),
  elsewhere: [],
};
