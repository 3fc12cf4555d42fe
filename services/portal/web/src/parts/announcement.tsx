import styles from './visually-hidden.module.css';

/** Read out by screen readers when the text changes, and not drawn. It has to be there, empty, before there is something to say. */
export const Announcement = ({ children }: { readonly children?: string | undefined }) => (
  <span className={styles.hidden} aria-live="polite">
    {children}
  </span>
);
