import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';

/** What of a mail must not lie readable in the database: its links sign people in. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Opens only for the mail and the recipient that it was sealed for. */
const sealedContent = sealedJson<MailContent, [id: string, recipient: string]>('mail');

export const sealContent = (
  sealer: Sealer,
  id: string,
  recipient: string,
  { subject, text, html }: MailContent,
): string => sealedContent.seal(sealer, { subject, text, html }, id, recipient);

export const openContent = (sealer: Sealer, id: string, recipient: string, sealed: string): MailContent =>
  sealedContent.open(sealer, sealed, id, recipient);
