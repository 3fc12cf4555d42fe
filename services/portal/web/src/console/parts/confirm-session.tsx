import { ConfirmWays } from '../../pages/sign-in/confirm-ways.tsx';
import { words } from '../../words/words.ts';
import { endConfirmation, type Purpose } from '../data/confirmation.ts';
import { useSignedIn } from '../data/session.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmSessionProps {
  readonly purpose: Purpose;
  readonly onClose: () => void;
}

/** Asks for a fresh proof of who the person is, above whatever needs it. What they do goes on by itself afterwards. */
export function ConfirmSession({ purpose, onClose }: ConfirmSessionProps) {
  const signedIn = useSignedIn();
  return (
    <Dialog title={words.confirmation.title} onClose={onClose}>
      <ConfirmWays
        signedIn={signedIn}
        forPasskey={purpose === 'passkey'}
        onConfirmed={() => {
          // Pages show how and when the person signed in.
          void signedIn.check();
          endConfirmation(true);
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
