import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  /** Escape, a click beside it, or one of its buttons. */
  readonly onClose: () => void;
  /** Whether it stays open when somebody clicks beside it or presses Escape, because what it shows is lost then. Default false. */
  readonly keeps?: boolean;
  readonly children: ReactNode;
}

/** A dialog that has to be answered before the page goes on. Draw it while it is open. */
export const Dialog = ({ title, onClose, keeps = false, children }: DialogProps) => (
  <ModalOverlay
    isOpen
    isDismissable={!keeps}
    isKeyboardDismissDisabled={keeps}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    className={styles.overlay ?? ''}
    data-density="compact"
  >
    <Modal className={styles.modal ?? ''}>
      <AriaDialog className={styles.dialog ?? ''}>
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
