import type { ReactNode } from 'react';
import { type Fact, Facts } from './facts.tsx';
import { Icon } from './icon.tsx';
import styles from './outcome.module.css';
import { Page } from './page.tsx';
import { RequestId } from './text.tsx';

export interface OutcomeProps extends SymbolProps {
  readonly title: string;
  /** Why, in a sentence or two. */
  readonly reason: ReactNode;
  readonly facts?: readonly Fact[];
  readonly requestId?: string | undefined;
  /** The next step: texts and an action. No outcome is a dead end. */
  readonly children: ReactNode;
}

/** A whole page that says how something ended. */
export const Outcome = ({ symbol, title, reason, facts = [], requestId, children }: OutcomeProps) => (
  <Page title={title} mark={<Symbol symbol={symbol} />} lead={reason}>
    {facts.length > 0 && <Facts facts={facts} />}
    {children}
    {requestId !== undefined && <RequestId id={requestId} />}
  </Page>
);

interface SymbolProps {
  /** `check`: done. `cross`: not possible. `clock`: later, or too late. `hand`: stopped by somebody. `envelope`: a mail or message is on its way, or has to be opened again. */
  readonly symbol: 'check' | 'cross' | 'clock' | 'hand' | 'envelope';
}

/** A large symbol above the heading of a page. The heading says the same in words. */
export const Symbol = ({ symbol }: SymbolProps) => (
  <span className={styles.symbol} data-symbol={symbol}>
    <Icon name={symbol} />
  </span>
);
