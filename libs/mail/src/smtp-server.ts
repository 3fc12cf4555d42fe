import { isLoopback } from '@patchbay/config/loopback';

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
