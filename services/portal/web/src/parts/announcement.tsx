import styles from './visually-hidden.module.css';

/** Screen readers announce changes of the text; it is not drawn. It must exist, empty, before there is a text. */
export const Announcement = ({ children }: { readonly children?: string | undefined }) => (
  <span className={styles.hidden} aria-live="polite">
    {children}
  </span>
);
