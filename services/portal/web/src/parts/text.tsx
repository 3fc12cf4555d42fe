import type { ReactNode } from 'react';
import { words } from '../words/words.ts';
import styles from './text.module.css';
import { withBreaks } from './with-breaks.tsx';

export interface TextProps {
  /** `quiet`: of less weight, such as what happens next. */
  readonly kind?: 'plain' | 'quiet';
  readonly children: ReactNode;
}

export const Text = ({ kind = 'plain', children }: TextProps) => (
  <p className={styles.text} data-kind={kind}>
    {withBreaks(children)}
  </p>
);

interface HeadingProps {
  readonly children: ReactNode;
  /** Right under it, in small letters. */
  readonly note?: ReactNode;
}

/** The heading of a part of a page. `Page` has the heading of the page. */
export const Heading = ({ children, note }: HeadingProps) => (
  <div className={styles.heading}>
    <h2>{children}</h2>
    {note !== undefined && <Text kind="quiet">{note}</Text>}
  </div>
);

/**
 * A name inside a sentence. Names may be written from right to left and have any length: the direction does not
 * reorder the words around it.
 */
export const Name = ({ children }: { readonly children: string }) => (
  <bdi className={styles.name}>{withBreaks(children)}</bdi>
);

/** What has to be compared letter by letter: the largest text of its page. */
export const Code = ({ children }: { readonly children: string }) => (
  <p className={styles.code}>
    <code>{children}</code>
  </p>
);

/** The request id, to quote to the operator of the platform. One click selects it. */
export const RequestId = ({ id }: { readonly id: string }) => (
  <p className={styles.id}>{words.common.requestId(id)}</p>
);
