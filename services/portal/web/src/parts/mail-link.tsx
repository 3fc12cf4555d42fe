import type { ReactNode } from 'react';

interface MailLinkProps {
  readonly to: string;
  readonly subject: string;
  /** Default: the address. */
  readonly children?: ReactNode;
}

/** Opens the reader's mail program. */
export const MailLink = ({ to, subject, children = to }: MailLinkProps) => (
  <a
    href={`mailto:${to.split('@').map(encodeURIComponent).join('@')}?subject=${encodeURIComponent(subject)}`}
  >
    {children}
  </a>
);
