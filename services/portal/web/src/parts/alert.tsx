import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { Icon } from './icon.tsx';

export interface AlertProps {
  readonly kind: 'information' | 'success' | 'warning' | 'failure';
  readonly children: ReactNode;
}

/**
 * A message. Screen readers announce it when it appears, a failure at once, and later only what changes. The
 * icon of each kind has its own shape: colour alone is not enough for everybody.
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
