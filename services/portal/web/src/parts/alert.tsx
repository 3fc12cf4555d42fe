import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { Icon } from './icon.tsx';

export interface AlertProps {
  readonly kind: 'information' | 'success' | 'warning' | 'failure';
  readonly children: ReactNode;
}

/**
 * Something to know about. Screen readers read it out when it appears, a failure at once, and of later changes only what is new. The
 * icon has a form of its own for each kind: colour alone says nothing to some.
 */
export const Alert = ({ kind, children }: AlertProps) => (
  <div
    className={styles.alert}
    role={kind === 'failure' ? 'alert' : 'status'}
    aria-atomic={false}
    data-kind={kind}
  >
    <Icon name={kind} />
    <div className={styles.content}>{children}</div>
  </div>
);
