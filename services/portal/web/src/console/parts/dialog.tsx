import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  /** Called after Escape, a click outside, or a press of Close. */
  readonly onClose: () => void;
  /** True: Escape and clicks outside do not close it, because its content would be lost. Default false. */
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
