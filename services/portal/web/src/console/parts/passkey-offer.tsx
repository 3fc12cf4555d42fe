import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { isFresh } from '../../pages/sign-in/fresh.ts';
import { type Attempt, supportsPasskeys } from '../../pages/sign-in/passkey.ts';
import { PasskeyFailure } from '../../pages/sign-in/passkey-failure.tsx';
import { Actions, Button } from '../../parts/button.tsx';
import { useOnce } from '../../state/use-once.ts';
import { createPasskey, suggestedName } from '../data/new-passkey.ts';
import { endOffer, mayOffer } from '../data/passkey-offer.ts';
import { useRead } from '../data/queries.ts';
import { useSignedIn } from '../data/session.ts';
import { passkeys as passkeysWords } from '../words/en/passkeys.ts';
import styles from './passkey-offer.module.css';
import { notify } from './toasts.tsx';

const text = passkeysWords;

/** Offers a passkey to somebody who has just signed in by a link, has none, and uses a browser that can create one. */
export function PasskeyOffer() {
  const { user, session } = useSignedIn();
  const [ended, setEnded] = useState(false);
  const fits = session.method === 'link' && isFresh(session) && supportsPasskeys() && !ended;
  const passkeys = useRead('listPasskeys', {}, { enabled: fits, live: false }).data?.passkeys;
  if (!fits || passkeys === undefined || passkeys.length > 0 || !mayOffer(user.id, session.id)) return null;
  const end = (): void => {
    endOffer(user.id);
    setEnded(true);
  };
  return <Offer onEnd={end} />;
}

function Offer({ onEnd }: { readonly onEnd: () => void }) {
  const [busy, once] = useOnce();
  const [failed, setFailed] = useState<Attempt<unknown>>();
  const create = async (): Promise<void> => {
    const name = suggestedName();
    const attempt = await createPasskey(name);
    if (attempt.kind !== 'done') return setFailed(attempt);
    notify(text.done(name));
    onEnd();
  };
  return (
    <section className={styles.offer} aria-label={text.offer.title}>
      <KeyRound className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <h2>{text.offer.title}</h2>
        <p>{text.offer.text}</p>
        <PasskeyFailure attempt={failed} notTaken={text.notTaken} />
      </div>
      <Actions>
        <Button busy={busy} onClick={() => void once(create)}>
          {text.create}
        </Button>
        <Button kind="quiet" waits={busy} onClick={onEnd}>
          {text.offer.later}
        </Button>
      </Actions>
    </section>
  );
}
