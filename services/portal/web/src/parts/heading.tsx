import type { ReactNode } from 'react';
import styles from './heading.module.css';
import { Text } from './text.tsx';

export interface HeadingProps {
  readonly children: ReactNode;
  /** Right under it, in small letters. */
  readonly note?: ReactNode;
}

/** Of a part of a page. That of the page itself is of `Page`. */
export const Heading = ({ children, note }: HeadingProps) => (
  <div className={styles.heading}>
    <h2>{children}</h2>
    {note !== undefined && <Text kind="quiet">{note}</Text>}
  </div>
);
