import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { usePageTitle } from '../../parts/loading.tsx';
import styles from './page.module.css';

interface ConsolePageProps {
  /** The heading. */
  readonly title: string;
  /** The name of the tab, if the heading alone does not say where one is. */
  readonly tabTitle?: string;
  /** One sentence under the heading. */
  readonly lead?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  /** Beside the content: what one row of it is about. */
  readonly panel?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the console. When it is opened, its heading gets the focus, or that of the panel if the address has one open. */
export function ConsolePage({ title, tabTitle = title, lead, actions, panel, children }: ConsolePageProps) {
  const page = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(tabTitle);
  useLayoutEffect(() => {
    if (page.current?.contains(document.activeElement) === false)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={page}
      className={styles.page}
      data-panel={panel !== undefined && panel !== null && panel !== false}
    >
      <div className={styles.content}>
        <div className={styles.opening}>
          <div className={styles.words}>
            <h1 ref={heading} tabIndex={-1}>
              <bdi>{title}</bdi>
            </h1>
            {lead !== undefined && <p className={styles.lead}>{lead}</p>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
        {children}
      </div>
      {panel}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** Beside the title: a button, a count. */
  readonly aside?: ReactNode;
  /** Whether the content has a border. Default false. */
  readonly card?: boolean;
  readonly children: ReactNode;
}

/** A part of a page with a heading of its own. */
export const Section = ({ title, aside, card = false, children }: SectionProps) => (
  <section className={styles.section}>
    <div className={styles.head}>
      <h2>{title}</h2>
      {aside}
    </div>
    {card ? <div className={styles.card}>{children}</div> : children}
  </section>
);
