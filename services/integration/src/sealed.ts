import { sealedJsonbColumn, sealedTextColumn } from '@patchbay/sealing/sealed-column';
import type { ServiceSealing } from '@patchbay/service/service-sealing';
import { choiceMs, stateMs } from './attempts/consent.ts';
import { schema } from './migrations.ts';
import { sealedToken } from './store/connect-links.ts';
import { sealedSecret } from './store/sealed-secrets.ts';

/** The columns and values that this service seals with SEALING_KEYS. */
export const sealing: ServiceSealing = {
  schema,
  columns: [
    sealedJsonbColumn({
      table: 'credentials',
      column: 'sealed',
      primaryKey: 'integration_id',
      keyIdColumn: 'key_id',
      value: sealedSecret,
      binding: ['organization_id', 'workspace_id', 'integration_id'],
    }),
    sealedJsonbColumn({
      table: 'revocations',
      column: 'sealed',
      primaryKey: 'id',
      keyIdColumn: 'key_id',
      value: sealedSecret,
      binding: ['organization_id', 'workspace_id', 'id'],
    }),
    sealedTextColumn({
      table: 'connect_links',
      column: 'sealed_token',
      primaryKey: 'integration_id',
      value: sealedToken,
      binding: ['organization_id', 'workspace_id', 'integration_id', 'id'],
    }),
  ],
  elsewhere: [
    { what: 'states of consents', seconds: stateMs / 1000 },
    { what: 'choices of accounts', seconds: choiceMs / 1000 },
  ],
};
