import { useEffect, useSyncExternalStore } from 'react';
import { ConfirmWays } from '../../pages/sign-in/confirm-ways.tsx';
import { words } from '../../words/words.ts';
import { answerAsked, isAsked, onAsked } from '../data/confirmed.ts';
import { useSignedIn } from '../data/session.ts';
import { Dialog } from './dialog.tsx';

/** Asks for a fresh proof of who the person is, above whatever needs it. What they do goes on by itself afterwards. */
export function ConfirmSession() {
  const asked = useSyncExternalStore(onAsked, isAsked);
  const signedIn = useSignedIn();
  // Nobody can answer any more once the session has ended.
  useEffect(() => () => answerAsked(false), []);
  if (!asked) return null;
  return (
    <Dialog title={words.confirmation.title} onClose={() => answerAsked(false)}>
      <ConfirmWays
        signedIn={signedIn}
        onConfirmed={() => {
          // Pages show how and when the person signed in.
          void signedIn.check();
          answerAsked(true);
        }}
        onCancel={() => answerAsked(false)}
      />
    </Dialog>
  );
}
