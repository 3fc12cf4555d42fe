import type { ReactNode } from 'react';
import styles from './text.module.css';

export interface TextProps {
  /** `quiet`: of less weight, such as what happens next. */
  readonly kind?: 'plain' | 'quiet';
  readonly children: ReactNode;
}

export const Text = ({ kind = 'plain', children }: TextProps) => (
  <p className={styles.text} data-kind={kind}>
    {children}
  </p>
);
