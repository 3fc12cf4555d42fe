import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** Two or three buttons of equal width: beside each other where there is room for their texts, else below each other. */
export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
