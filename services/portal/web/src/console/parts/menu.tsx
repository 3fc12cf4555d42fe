import type { ReactNode } from 'react';
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import styles from './menu.module.css';
import { notify } from './toasts.tsx';

export interface MenuAction {
  readonly key: string;
  readonly label: string;
  /** Why this person cannot do it: it is shown, disabled. */
  readonly refused?: string | undefined;
  /** Of what cannot be undone. */
  readonly danger?: boolean;
  readonly onAction: () => void;
}

interface MenuProps {
  /** For screen readers: what the menu is about. */
  readonly label: string;
  /** What the button shows. */
  readonly children: ReactNode;
  /** `quiet`: an icon in a row. */
  readonly kind?: 'quiet' | 'wide';
  readonly actions: readonly MenuAction[];
}

/** A button that opens a list of actions. */
export const Menu = ({ label, children, kind = 'quiet', actions }: MenuProps) => (
  <MenuTrigger>
    <Button className={styles.button ?? ''} data-kind={kind} aria-label={label}>
      {children}
    </Button>
    <Popover className={styles.popover ?? ''} placement="bottom start" data-density="compact">
      <AriaMenu
        className={styles.menu ?? ''}
        onAction={(key) => {
          const action = actions.find((each) => each.key === key);
          if (action?.refused === undefined) action?.onAction();
          else notify(action.refused);
        }}
      >
        {actions.map(({ key, label: text, refused, danger = false }) => (
          <MenuItem
            key={key}
            id={key}
            textValue={text}
            className={styles.item ?? ''}
            data-danger={danger}
            // Not disabled: the arrows lead to it too, so that everybody learns the reason.
            data-refused={refused !== undefined}
          >
            <span>{text}</span>
            {refused !== undefined && <span className={styles.reason}>{refused}</span>}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);
