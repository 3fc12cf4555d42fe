import { hueOf } from './hue-of.ts';
import { initialOf } from './initial-of.ts';
import styles from './monogram.module.css';

/** Of an organization or a provider: a letter of ours, never a logo that is not. Says nothing to screen readers: the name stands beside it. */
export const Monogram = ({ name }: { readonly name: string }) => (
  <span className={styles.monogram} data-hue={hueOf(name)} aria-hidden="true">
    {initialOf(name)}
  </span>
);
