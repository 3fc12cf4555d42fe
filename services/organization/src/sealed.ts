import { sealedMails } from '@patchbay/mail/queue';
import { sealedTextColumn } from '@patchbay/sealing/sealed-column';
import type { ServiceSealing } from '@patchbay/service/service-sealing';
import { endOfWatchingSeconds } from './domain/notice.ts';
import { schema } from './migrations.ts';
import { tokenSealing } from './store/invitations.ts';

/** What this service seals with SEALING_KEYS. */
export const sealing: ServiceSealing = {
  schema,
  columns: [
    sealedTextColumn({
      table: 'invitations',
      column: 'sealed_token',
      primaryKey: 'id',
      value: tokenSealing,
      binding: ['organization_id', 'id'],
    }),
    sealedMails,
  ],
  elsewhere: [{ what: 'links that end watching', seconds: endOfWatchingSeconds }],
};
