import type { ReactNode } from 'react';
import { type Fact, Facts } from './facts.tsx';
import { Page } from './page.tsx';
import { RequestId } from './request-id.tsx';
import { Symbol, type SymbolProps } from './symbol.tsx';

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
