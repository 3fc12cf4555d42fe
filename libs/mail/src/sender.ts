import { createTransport } from 'nodemailer';
import { MailRefused, type MailSender, messageOf } from './outgoing-mail.ts';

export interface SmtpOptions {
  /** Timeout of an idle socket, also in the middle of a mail. Default 20 s. */
  readonly silenceMs?: number;
  /** Maximum of connections. Default 4, the default concurrency of the mail worker. */
  readonly maxConnections?: number;
}

/** Authentication errors: they concern our login, not the recipient, whatever command they answer. */
const authenticationCodes = new Set([530, 534, 535, 538]);

/**
 * Whether a retry is pointless: the server answered 5xx to the recipient or the message. A rejected sender address or login
 * is retried: an operator can correct it, and the mail is sent then.
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
  return (
    responseCode >= 500 &&
    !authenticationCodes.has(responseCode) &&
    (command === 'RCPT TO' || command === 'DATA')
  );
}

/** Sends by SMTP over a pool of open connections. `smtp://` uses TLS if the server offers STARTTLS, `smtps://` always. */
export function createSmtpSender(
  smtpUrl: string,
  { silenceMs = 20_000, maxConnections = 4 }: SmtpOptions = {},
): MailSender {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections,
    // No retries in nodemailer: they would be immediate and unlogged; the mail queue retries with backoff.
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
