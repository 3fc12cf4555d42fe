import { createTransport } from 'nodemailer';
import { MailRefused, type MailSender, messageOf } from './outgoing-mail.ts';

export interface SmtpOptions {
  /** How long the server may be silent, in the middle of a mail as well. Default 20 s. */
  readonly silenceMs?: number;
  /** Connections at most. Default 4, as many as a worker sends at once. */
  readonly maxConnections?: number;
}

/** "Authentication required" and the like are about us, not about the recipient, whenever they are said. */
const aboutUs = new Set([530, 534, 535, 538]);

/**
 * Whether trying again is pointless: the recipient or the message was refused with a 5xx. A sender or a login that is
 * refused is mended by an operator, and the mail should go out then.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode } = error as Error & {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  if (responseCode === undefined)
    return code === 'EENVELOPE' && error.message.startsWith('Invalid recipient');
  return responseCode >= 500 && !aboutUs.has(responseCode) && (command === 'RCPT TO' || command === 'DATA');
}

/** Sends over SMTP with a few connections that are kept open. `smtp://` uses TLS where offered, `smtps://` always. */
export function createSmtpSender(
  smtpUrl: string,
  { silenceMs = 20_000, maxConnections = 4 }: SmtpOptions = {},
): MailSender {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections,
    // The queue repeats a mail, later; here it would be at once and unseen.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    dnsTimeout: 5_000,
    greetingTimeout: Math.min(10_000, silenceMs),
    socketTimeout: silenceMs,
  });
  return {
    name: 'smtp',
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused((error as Error).message, { cause: error });
        throw error;
      }
    },
    async stop() {
      transport.close();
    },
  };
}
