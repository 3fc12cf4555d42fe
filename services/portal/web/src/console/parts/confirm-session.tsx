import { ConfirmWays } from '../../pages/sign-in/confirm-ways.tsx';
import { words } from '../../words/words.ts';
import { endConfirmation, type Purpose } from '../data/confirmation.ts';
import { useSignedIn } from '../data/session.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmSessionProps {
  readonly purpose: Purpose;
  readonly onClose: () => void;
}

/** The dialog that asks for a fresh proof of identity. The waiting call continues afterwards. */
export function ConfirmSession({ purpose, onClose }: ConfirmSessionProps) {
  const signedIn = useSignedIn();
  return (
    <Dialog title={words.confirmation.title} onClose={onClose}>
      <ConfirmWays
        signedIn={signedIn}
        forPasskey={purpose === 'passkey'}
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
