import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';

/** The sealed part of a queued mail: it contains sign-in links, which must not be readable in the database. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Mail id and recipient are associated data: a sealed text cannot be opened for another mail or recipient. */
export const sealedContent = sealedJson<MailContent, [id: string, recipient: string]>('mail');

export const sealContent = (
  sealer: Sealer,
  id: string,
  recipient: string,
  { subject, text, html }: MailContent,
): string => sealedContent.seal(sealer, { subject, text, html }, id, recipient);

export const openContent = (sealer: Sealer, id: string, recipient: string, sealed: string): MailContent =>
  sealedContent.open(sealer, sealed, id, recipient);
