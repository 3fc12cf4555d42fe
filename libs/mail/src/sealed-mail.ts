import type { Sealer } from '@patchbay/sealing/sealer';

/** What of a mail must not lie readable in the database: its links sign people in. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A sealed content opens only for the mail and the recipient that it was sealed for. */
const placeOf = (id: string, recipient: string): string => `mail ${id} ${recipient}`;

export const sealContent = (
  sealer: Sealer,
  id: string,
  recipient: string,
  { subject, text, html }: MailContent,
): string => sealer.seal(JSON.stringify({ subject, text, html }), placeOf(id, recipient));

export const openContent = (sealer: Sealer, id: string, recipient: string, sealed: string): MailContent =>
  JSON.parse(sealer.open(sealed, placeOf(id, recipient)).toString()) as MailContent;
