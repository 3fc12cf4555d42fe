import styles from './name.module.css';

/**
 * A name that people chose, inside a sentence. It may be written from right to left and be of any length: its direction does not
 * reorder the words around it.
 */
export const Name = ({ children }: { readonly children: string }) => (
  <bdi className={styles.name}>{children}</bdi>
);
