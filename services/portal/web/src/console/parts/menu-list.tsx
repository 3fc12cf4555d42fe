import type { RefObject } from 'react';
import { Menu as AriaMenu, MenuItem, Popover } from 'react-aria-components';
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

interface MenuListProps {
  readonly isOpen: boolean;
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** The button that opened it. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The list of a menu. */
export const MenuList = ({ isOpen, label, actions, trigger, onClose }: MenuListProps) => (
  <Popover
    isOpen={isOpen}
    triggerRef={trigger}
    onOpenChange={(opens) => !opens && onClose()}
    aria-label={label}
    className={styles.popover ?? ''}
    placement="bottom start"
    data-density="compact"
  >
    <AriaMenu
      autoFocus="first"
      aria-label={label}
      className={styles.menu ?? ''}
      onClose={onClose}
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
);
