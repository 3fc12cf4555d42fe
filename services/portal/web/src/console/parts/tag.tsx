import styles from './tag.module.css';

/** A word beside a name that tells it apart, such as "You". */
export const Tag = ({ children }: { readonly children: string }) => (
  <span className={styles.tag}>{children}</span>
);
