import { isConfirmedAction } from '@patchbay/platform/confirmed-actions';
import { ConfirmWays } from '../../pages/sign-in/confirm-ways.tsx';
import { words } from '../../words/words.ts';
import { endConfirmation, type PendingConfirmation } from '../data/confirmation.ts';
import { useSignedIn } from '../data/session.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmSessionProps extends Pick<PendingConfirmation, 'operation'> {
  readonly onClose: () => void;
}

/** The dialog that asks for a fresh proof of identity. The waiting call continues afterwards. */
export function ConfirmSession({ operation, onClose }: ConfirmSessionProps) {
  const signedIn = useSignedIn();
  return (
    <Dialog title={words.confirmation.title} onClose={onClose}>
      <ConfirmWays
        signedIn={signedIn}
        action={isConfirmedAction(operation) ? operation : undefined}
        onConfirmed={() => {
          // Refreshes how and when the person signed in, which pages show.
          void signedIn.check();
          endConfirmation(true);
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
