import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type MailSender, messageOf, type OutgoingMail } from './outgoing-mail.ts';

/**
 * Writes mails as `.eml` files to a directory instead of sending them, for machines without an SMTP server. Files are
 * readable by their owner only, because they contain sign-in links. `onMail` is called with each mail and its file.
 */
export function createMailbox(
  directory: string,
  onMail?: (mail: OutgoingMail, file: string) => void,
): MailSender {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    name: 'mailbox',
    async start() {
      await mkdir(directory, { recursive: true, mode: 0o700 });
    },
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail));
      const time = mail.date.toISOString().replaceAll(/[:.]/g, '-');
      const id = mail.messageId.replaceAll(/^<|@.*$/g, '');
      const name = `${time} ${mail.purpose} ${id}`.replaceAll(/[^\w-]+/g, '-');
      const file = join(directory, `${name}.eml`);
      // Renamed when complete: a process that watches the directory must not read half a file.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      onMail?.(mail, file);
    },
  };
}
