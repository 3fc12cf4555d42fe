import { type MouseEvent, type ReactNode, useId } from 'react';
import { words } from '../words/words.ts';
import { Announcement } from './announcement.tsx';
import styles from './button.module.css';
import moving from './moving-bar.module.css';
import hidden from './visually-hidden.module.css';

export interface ButtonProps {
  /** `main`: the one action of a page. */
  readonly kind?: 'main' | 'other' | 'quiet' | 'danger';
  /** Of a form: sends it. */
  readonly type?: 'button' | 'submit';
  /** Shows that something runs, keeps the width, and takes no clicks; still focusable, so that the focus is not lost. */
  readonly busy?: boolean;
  /** Takes no clicks for now; the text beside it says how long. Still focusable. */
  readonly waits?: boolean;
  /** Why this person cannot do it. Takes no clicks; still focusable, so that everybody can learn the reason. */
  readonly refused?: string | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export function Button({
  kind = 'main',
  type = 'button',
  busy = false,
  waits = false,
  refused,
  onClick,
  children,
}: ButtonProps) {
  const reasonId = useId();
  const click = (event: MouseEvent): void => {
    // The Enter key in a field clicks the submit button too.
    if (busy || waits || refused !== undefined) event.preventDefault();
    else onClick?.();
  };
  const button = (
    <button
      type={type}
      className={styles.button}
      data-kind={kind}
      aria-disabled={busy || waits || refused !== undefined}
      aria-busy={busy}
      aria-describedby={refused === undefined ? undefined : reasonId}
      onClick={click}
    >
      <span className={styles.label}>{children}</span>
      {busy && <span className={`${styles.bar} ${moving.bar}`} aria-hidden="true" />}
    </button>
  );
  if (refused !== undefined) {
    return (
      <span className={styles.refused}>
        {button}
        <span id={reasonId} className={styles.reason}>
          {refused}
        </span>
      </span>
    );
  }
  return (
    <>
      {button}
      <Announcement>{busy ? words.common.busy : undefined}</Announcement>
    </>
  );
}

interface ButtonLinkProps {
  readonly kind?: ButtonProps['kind'];
  readonly href: string;
  /** Opens a tab of its own, which learns nothing of this one. */
  readonly newTab?: boolean;
  readonly children: ReactNode;
}

/** A link that looks like a button: to another page, or to another site by a full load. */
export const ButtonLink = ({ kind = 'main', href, newTab = false, children }: ButtonLinkProps) => (
  <a
    className={styles.button}
    data-kind={kind}
    href={href}
    {...(newTab && { target: '_blank', rel: 'noreferrer noopener' })}
  >
    <span className={styles.label}>
      {children}
      {newTab && <span className={hidden.hidden}> {words.connect.newTab}</span>}
    </span>
  </a>
);

/** Two or three buttons: side by side if their texts fit, else stacked. */
export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
