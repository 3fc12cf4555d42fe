import { Alert } from '../../parts/alert.tsx';
import { Button } from '../../parts/button.tsx';
import type { Draft } from '../data/draft.ts';
import { words } from '../words/words.ts';
import styles from './draft-note.module.css';

const text = words.common.draft;

/** Says that a form shows what was typed earlier, and lets the person discard it. */
export const DraftNote = ({ draft }: { readonly draft: Draft }) =>
  draft.restored && (
    <Alert kind="information">
      <span className={styles.note}>
        {text.restored}
        <Button kind="quiet" onClick={draft.discard}>
          {text.discard}
        </Button>
      </span>
    </Alert>
  );
