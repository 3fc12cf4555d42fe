import type { ReactNode } from 'react';
import { withBreaks } from './with-breaks.tsx';

interface Mail {
  /** Default: whoever writes it fills it in. */
  readonly to?: string;
  readonly subject: string;
  readonly body?: string;
}

/** The address of a link that opens a new mail in the reader's mail program. */
export function mailAddress({ to = '', subject, body }: Mail): string {
  const address = to.split('@').map(encodeURIComponent).join('@');
  const fields = { subject, ...(body !== undefined && { body: body.replaceAll('\n', '\r\n') }) };
  // `URLSearchParams` would write spaces as plus signs, which mail programs show as they are.
  const query = Object.entries(fields).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `mailto:${address}?${query.join('&')}`;
}

interface MailLinkProps {
  readonly to: string;
  readonly subject: string;
  /** Default: the address. */
  readonly children?: ReactNode;
}

/** Opens the reader's mail program. */
export const MailLink = ({ to, subject, children = to }: MailLinkProps) => (
  <a href={mailAddress({ to, subject })}>{withBreaks(children)}</a>
);
