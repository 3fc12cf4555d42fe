import type { Component } from '@patchbay/runtime/component';

export interface OutgoingMail {
  /** The same in every attempt, so that mail clients recognize a duplicate. With angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  /** An address, with or without a name: `Patchbay <mail@patchbay.example>`. */
  readonly from: string;
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** For instance `sign-in link`; used in logs and file names, not sent. */
  readonly purpose: string;
}

/** Sends mails by SMTP or writes them to a directory. */
export interface MailSender extends Component {
  /** Resolves when the mail was accepted. Rejects with `MailRefused` if a retry is pointless, else with any other error. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The receiving server rejected the mail permanently. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mail as options of nodemailer. */
export const messageOf = ({ messageId, date, from, to, subject, text, html }: OutgoingMail) => ({
  messageId,
  date,
  from,
  // An object, because nodemailer parses a string: a comma in it would make two recipients.
  to: { name: '', address: to },
  subject,
  text,
  html,
  // RFC 3834: suppresses automatic replies such as out-of-office notices.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
