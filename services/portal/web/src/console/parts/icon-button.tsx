import type { ReactNode } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps {
  /** What it does, for those who cannot see the icon. */
  readonly label: string;
  readonly onClick: () => void;
  /** Of a button that shows and hides something: whether it is shown. */
  readonly expanded?: boolean;
  /** Whether it stands in a line of text. Default false. */
  readonly small?: boolean;
  readonly children: ReactNode;
}

/** A button that shows only an icon. */
export const IconButton = ({ label, onClick, expanded, small = false, children }: IconButtonProps) => (
  <button
    type="button"
    className={styles.button}
    data-small={small}
    aria-label={label}
    aria-expanded={expanded}
    title={label}
    onClick={onClick}
  >
    {children}
  </button>
);
