import type { Component } from '@patchbay/runtime/component';

/** A mail on its way out. */
export interface OutgoingMail {
  /** The same for every attempt, so that a mail that arrives twice can be told to be one. With its angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  /** An address, with or without a name: `Patchbay <mail@patchbay.example>`. */
  readonly from: string;
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What it is for, as in `sign-in link`; for logs and file names, not sent. */
  readonly purpose: string;
}

/** Where mails go: an SMTP server, or a directory. */
export interface MailSender extends Component {
  /** Resolves when the mail was accepted. Rejects with `MailRefused` if it never will be; anything else is worth another try. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The recipient's side has refused the mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** What MIME composition needs of a mail. */
export const messageOf = ({ messageId, date, from, to, subject, text, html }: OutgoingMail) => ({
  messageId,
  date,
  from,
  // As an object: a string would be parsed, and a comma in it would make it two recipients.
  to: { name: '', address: to },
  subject,
  text,
  html,
  // RFC 3834: nobody's holiday notice should answer.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
