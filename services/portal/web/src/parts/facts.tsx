import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values, as a definition list: beside each other where there is room, else below each other. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ name, value }) => (
      <div key={name} className={styles.fact}>
        <dt className={styles.name}>{name}</dt>
        <dd className={styles.value}>
          {/* A name from right to left keeps its order of letters, and stays on the side where the list begins. */}
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);
