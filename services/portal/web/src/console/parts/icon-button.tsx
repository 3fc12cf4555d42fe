import type { ReactNode } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps {
  /** What it does, for those who cannot see the icon. */
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button that shows only an icon. */
export const IconButton = ({ label, onClick, children }: IconButtonProps) => (
  <button type="button" className={styles.button} aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
);
