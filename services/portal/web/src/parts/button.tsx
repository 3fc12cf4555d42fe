import type { ReactNode } from 'react';

export interface ButtonProps {
  /** `main`: the one action of a page. */
  readonly kind?: 'main' | 'other' | 'quiet' | 'danger';
  /** Of a form: sends it. */
  readonly type?: 'button' | 'submit';
  /** Shows that something runs, keeps the width, and takes no clicks; still focusable, so that the focus is not lost. */
  readonly busy?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export const Button = ({ kind = 'main', type = 'button', busy = false, onClick, children }: ButtonProps) => (
  <button
    type={type}
    data-kind={kind}
    aria-disabled={busy}
    aria-busy={busy}
    onClick={busy ? undefined : onClick}
  >
    {children}
  </button>
);

export interface ButtonLinkProps {
  readonly kind?: ButtonProps['kind'];
  readonly href: string;
  readonly children: ReactNode;
}

/** A link that looks like a button: to another page, or to another site by a full load. */
export const ButtonLink = ({ kind = 'main', href, children }: ButtonLinkProps) => (
  <a data-kind={kind} href={href}>
    {children}
  </a>
);
