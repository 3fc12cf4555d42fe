import { Actions, Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { organizationPages } from '../pages.ts';
import { Dialog } from '../parts/dialog.tsx';
import { words } from '../words/words.ts';
import styles from './shortcuts.module.css';
import type { Shortcuts } from './use-shortcuts.ts';

const text = words.frame.shortcuts;

const groups = [
  {
    title: text.everywhere,
    keys: [
      { keys: [words.frame.searchKey], does: words.frame.search },
      { keys: ['/'], does: text.find },
      { keys: ['?'], does: text.help },
      { keys: ['Esc'], does: text.escape },
    ],
  },
  {
    title: text.go,
    keys: organizationPages.map(({ letter, title: does }) => ({ keys: ['G', letter.toUpperCase()], does })),
  },
  {
    title: text.lists,
    keys: [
      { keys: ['↑', '↓'], does: text.move },
      { keys: ['Home', 'End'], does: text.ends },
      { keys: ['Enter'], does: text.open },
    ],
  },
];

interface ShortcutsDialogProps extends Pick<Shortcuts, 'on' | 'turn'> {
  readonly onClose: () => void;
}

/** Every key of the console. */
export const ShortcutsDialog = ({ onClose, on, turn }: ShortcutsDialogProps) => (
  <Dialog title={text.title} onClose={onClose}>
    {groups.map(({ title, keys }) => (
      <section key={title} className={styles.group}>
        <h3>{title}</h3>
        <dl className={styles.keys}>
          {keys.map(({ keys: each, does }) => (
            <div key={does} className={styles.line}>
              <dt>{does}</dt>
              <dd>
                {each.map((key) => (
                  <kbd key={key} className={styles.key}>
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
    <Checkbox
      label={text.single}
      help={text.singleHelp}
      checked={on}
      onChange={({ target }) => turn(target.checked)}
    />
    <Actions>
      <Button kind="other" onClick={onClose}>
        {words.common.close}
      </Button>
    </Actions>
  </Dialog>
);
