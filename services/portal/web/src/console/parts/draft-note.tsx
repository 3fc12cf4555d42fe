import type { Draft } from '../data/draft.ts';
import { words } from '../words/words.ts';
import styles from './draft-note.module.css';

const text = words.common.draft;

/** Says that a form shows what was typed earlier, and lets the person discard it. */
export const DraftNote = ({ draft }: { readonly draft: Draft }) =>
  draft.restored && (
    <p className={styles.note} role="status">
      {text.restored}{' '}
      <button type="button" className={styles.discard} onClick={draft.discard}>
        {text.discard}
      </button>
    </p>
  );
