import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { words } from '../words/words.ts';
import styles from './drawer.module.css';
import { IconButton } from './icon-button.tsx';

interface DrawerProps {
  readonly title: string;
  /** Under the title, in small letters. */
  readonly note?: ReactNode;
  /** Called after Escape, a click outside, or a press of Close. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog at the side of the window, for work that takes several steps. Draw it while it is open. */
export const Drawer = ({ title, note, onClose, children }: DrawerProps) => (
  <ModalOverlay
    isOpen
    isDismissable
    onOpenChange={(isOpen) => !isOpen && onClose()}
    className={styles.overlay ?? ''}
    data-density="compact"
  >
    <Modal className={styles.modal ?? ''}>
      <AriaDialog className={styles.drawer ?? ''}>
        <div className={styles.opening}>
          <div className={styles.words}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {note !== undefined && <p className={styles.note}>{note}</p>}
          </div>
          <IconButton label={words.common.close} onClick={onClose}>
            <X />
          </IconButton>
        </div>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
