import { Icon } from './icon.tsx';
import styles from './symbol.module.css';

export interface SymbolProps {
  /** `check`: done. `cross`: not possible. `clock`: later, or too late. `hand`: stopped by somebody. `envelope`: a mail or message is on its way, or has to be opened again. */
  readonly symbol: 'check' | 'cross' | 'clock' | 'hand' | 'envelope';
}

/** A large symbol above the heading of a page. The heading says the same in words. */
export const Symbol = ({ symbol }: SymbolProps) => (
  <span className={styles.symbol} data-symbol={symbol}>
    <Icon name={symbol} />
  </span>
);
