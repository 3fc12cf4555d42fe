import { isLoopback } from '@patchbay/config/public-address';
import { createTransport } from 'nodemailer';
import { MailRefused, type MailSender, messageOf } from './outgoing-mail.ts';

/** The mail server that an `smtp://` or `smtps://` address names, as options of nodemailer. */
export interface SmtpServer {
  readonly host: string;
  readonly port?: number;
  /** TLS from the first byte; otherwise the connection begins in plain text. */
  readonly secure: boolean;
  /** No mail and no password is sent before the connection is encrypted by STARTTLS. */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

/**
 * Reads the address here instead of in nodemailer, which takes any option from its query: `?tls.rejectUnauthorized=false`
 * would turn the check of certificates off. Without `requireTls`, TLS is required outside of loopback. A password is never
 * sent in plain text to another machine, whatever `requireTls` says.
 */
export function smtpServerOf(smtpUrl: string, requireTls?: boolean): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  // nodemailer takes an IPv6 address without brackets. `mailUrl` of libs/config has normalised the host.
  const host = hostname.replace(/^\[|\]$/g, '');
  const remote = !isLoopback(hostname);
  const credentials = username !== '' || password !== '';
  return {
    host,
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    requireTLS: requireTls === true || (remote && (requireTls === undefined || credentials)),
    ...(credentials && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

export interface SmtpOptions {
  /** Whether `smtp://` sends nothing without STARTTLS. Default: unless the server is on loopback. */
  readonly requireTls?: boolean | undefined;
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

/** An error of TLS, which nodemailer words as that of a command or a socket, in words that say what an operator can do. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { command, response, library } = error as Error &
    Partial<Record<'command' | 'response' | 'library', string>>;
  if (command === 'STARTTLS' && response)
    return new Error(
      'the mail server refuses STARTTLS, and TLS is required; SMTP_REQUIRE_TLS=false sends mails in plain text',
      { cause: error },
    );
  if (/certificate/i.test(error.message))
    return new Error(
      `the mail server's certificate is not trusted: ${error.message}; NODE_EXTRA_CA_CERTS names a file of private CAs`,
      { cause: error },
    );
  if (library === 'SSL routines')
    return new Error(`no TLS 1.2 or newer with the mail server: ${error.message}`, { cause: error });
  return error;
}

/**
 * Sends by SMTP over a pool of open connections. `smtps://` uses TLS from the first byte, `smtp://` by STARTTLS. Certificates
 * are verified against the roots of Node and NODE_EXTRA_CA_CERTS.
 */
export function createSmtpSender(
  smtpUrl: string,
  { requireTls, silenceMs = 20_000, maxConnections = 4 }: SmtpOptions = {},
): MailSender {
  const transport = createTransport({
    ...smtpServerOf(smtpUrl, requireTls),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
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
        throw explained(error);
      }
    },
    async stop() {
      transport.close();
    },
  };
}
