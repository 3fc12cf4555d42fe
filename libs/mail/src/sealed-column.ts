import { type SealedColumn, sealedTextColumn } from '@patchbay/sealing/sealed-column';
import { sealedContent } from './sealed-mail.ts';

/** The sealed column of `mails`: queued mails and those that were given up. For the `sealed.ts` of a service that sends mails. */
export const sealedMails: SealedColumn = sealedTextColumn({
  table: 'mails',
  column: 'sealed',
  primaryKey: 'id',
  value: sealedContent,
  place: ['id', 'recipient'],
});
