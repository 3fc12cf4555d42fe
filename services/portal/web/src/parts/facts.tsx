import type { ReactNode } from 'react';
import styles from './facts.module.css';
import { withBreaks } from './with-breaks.tsx';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values as a definition list: side by side if they fit, else stacked. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ name, value }) => (
      <div key={name} className={styles.fact}>
        <dt className={styles.name}>{name}</dt>
        <dd className={styles.value}>
          {/* Isolates right-to-left names, and keeps them at the start of the line. */}
          <bdi>{withBreaks(value)}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);
