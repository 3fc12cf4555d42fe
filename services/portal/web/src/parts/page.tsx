import { type ReactNode, useEffect, useRef } from 'react';
import { words } from '../words/words.ts';
import { Frame } from './frame.tsx';
import styles from './page.module.css';

export interface PageProps {
  /** The heading, and the name of the tab. */
  readonly title: string;
  /** Above the heading: a monogram, for instance. */
  readonly mark?: ReactNode;
  /** Under the heading, one sentence. */
  readonly lead?: ReactNode;
  /** Whether a field takes the focus when the page opens, because it is all that the page is for. Default: false. */
  readonly focusesField?: boolean;
  readonly children: ReactNode;
}

/** A whole page: one column with a heading, which gets the focus when the page or its title changes. */
export function Page({ title, mark, lead, focusesField = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${words.common.product}`;
    if (!focusesField) heading.current?.focus();
  }, [title, focusesField]);
  return (
    <Frame>
      <div className={styles.opening}>
        {mark !== undefined && <div className={styles.mark}>{mark}</div>}
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {lead !== undefined && (
          <p className={styles.lead}>
            <bdi>{lead}</bdi>
          </p>
        )}
      </div>
      {children}
    </Frame>
  );
}

/** A bordered area of a page. */
export const Card = ({ children }: { readonly children: ReactNode }) => (
  <section className={styles.card}>{children}</section>
);
