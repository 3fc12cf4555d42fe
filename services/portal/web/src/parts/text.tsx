import type { ReactNode } from 'react';
import { words } from '../words/words.ts';
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

interface HeadingProps {
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

/**
 * A name that people chose, inside a sentence. It may be written from right to left and be of any length: its direction does not
 * reorder the words around it.
 */
export const Name = ({ children }: { readonly children: string }) => (
  <bdi className={styles.name}>{children}</bdi>
);

/** To quote to whoever operates the platform. One click selects it. */
export const RequestId = ({ id }: { readonly id: string }) => (
  <p className={styles.id}>{words.common.requestId(id)}</p>
);
