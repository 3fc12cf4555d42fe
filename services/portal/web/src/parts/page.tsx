import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { usePageTitle } from './loading.tsx';
import styles from './page.module.css';
import { withBreaks } from './with-breaks.tsx';

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
  usePageTitle(title);
  // At once, so that what a page focuses itself in an effect keeps the focus.
  useLayoutEffect(() => {
    if (!focusesField) heading.current?.focus();
  }, [title, focusesField]);
  return (
    <>
      <div className={styles.opening}>
        {mark !== undefined && <div className={styles.mark}>{mark}</div>}
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {lead !== undefined && (
          <p className={styles.lead}>
            <bdi>{withBreaks(lead)}</bdi>
          </p>
        )}
      </div>
      {children}
    </>
  );
}

/** A bordered area of a page. */
export const Card = ({ children }: { readonly children: ReactNode }) => (
  <section className={styles.card}>{children}</section>
);

/**
 * Marks the document while somebody moves through it with the Tab key, until they use a pointer. Browsers have `:focus-visible` for
 * this, but it also matches a heading that a script focuses while the page loads, before anybody pressed a key.
 */
function markKeyboardUse(): void {
  const { dataset } = document.documentElement;
  addEventListener('keydown', ({ key }) => key === 'Tab' && (dataset['keyboard'] = ''), true);
  addEventListener('pointerdown', () => delete dataset['keyboard'], true);
}

markKeyboardUse();
