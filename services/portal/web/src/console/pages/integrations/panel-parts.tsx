import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/answer.ts';
import styles from './rows.module.css';

/** The props of every part of the panel. */
export interface PanelProps {
  /** The parameters of every operation on the integration. */
  readonly at: { readonly orgSlug: string; readonly workspaceSlug: string; readonly id: string };
  readonly integration: Schemas['Integration'];
}

/** An integration with its provider, whose fields the forms are made from. */
export interface ProviderPanelProps extends PanelProps {
  readonly provider: Schemas['Provider'];
}

interface PanelRow {
  readonly key: string;
  readonly name: ReactNode;
  /** A detail in small letters. */
  readonly details: ReactNode;
  /** At the end of the row. */
  readonly action?: ReactNode;
}

/** A short list in the panel. Long ones are `Grid`. */
export const Rows = ({ label, rows }: { readonly label: string; readonly rows: readonly PanelRow[] }) => (
  <ul className={styles.rows} aria-label={label}>
    {rows.map(({ key, name, details, action }) => (
      <li key={key} className={styles.row}>
        <span className={styles.words}>
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.quiet}>{details}</span>
        </span>
        {action}
      </li>
    ))}
  </ul>
);
