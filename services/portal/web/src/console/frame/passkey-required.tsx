import { useState } from 'react';
import { Link } from 'react-router';
import { type Attempt, signInWith, signWithPasskey, supportsPasskeys } from '../../pages/sign-in/passkey.ts';
import { PasskeyFailure } from '../../pages/sign-in/passkey-failure.tsx';
import { Alert } from '../../parts/alert.tsx';
import { Actions, Button } from '../../parts/button.tsx';
import { Text } from '../../parts/text.tsx';
import { useOnce } from '../../state/use-once.ts';
import { formatDateTime, words as linkWords } from '../../words/words.ts';
import { useOrganization } from '../data/access.tsx';
import { refresh } from '../data/queries.ts';
import { useSignedIn } from '../data/session.ts';
import { ConsolePage } from '../parts/page.tsx';
import { deletion } from '../words/en/deletion.ts';
import { passkeys as passkeysWords } from '../words/en/passkeys.ts';

const text = passkeysWords.required;

/** Replaces all pages of an organization that demands passkeys, if the person signed in another way. */
export function PasskeyRequired() {
  const { name, deletesAt } = useOrganization();
  const { check } = useSignedIn();
  const [busy, once] = useOnce();
  const [failed, setFailed] = useState<Attempt<unknown>>();
  const signIn = async (): Promise<void> => {
    setFailed(undefined);
    const signed = await signWithPasskey();
    const attempt = signed.kind === 'done' ? await signInWith(signed.data) : signed;
    if (attempt.kind !== 'done') return setFailed(attempt);
    await check();
    await refresh();
  };
  return (
    <ConsolePage title={text.title(name)} lead={text.lead}>
      {deletesAt !== null && <Alert kind="warning">{deletion.closed.lead(formatDateTime(deletesAt))}</Alert>}
      <PasskeyFailure attempt={failed} notTaken={linkWords.passkey.notTaken} />
      <Text>{text.signInText}</Text>
      <Actions>
        <Button
          busy={busy}
          refused={supportsPasskeys() ? undefined : passkeysWords.unable}
          onClick={() => void once(signIn)}
        >
          {text.signIn}
        </Button>
      </Actions>
      <Text>
        {text.createText} <Link to="/account">{text.create}</Link>
      </Text>
    </ConsolePage>
  );
}
