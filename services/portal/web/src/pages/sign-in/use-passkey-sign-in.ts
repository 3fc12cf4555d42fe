import { useEffect, useRef, useState } from 'react';
import { useOnce } from '../../state/use-once.ts';
import {
  type Attempt,
  signInWith,
  signWithPasskey,
  stopWaiting,
  suggestsPasskeys,
  supportsPasskeys,
} from './passkey.ts';

/** Age at which a challenge is replaced. The API accepts it for five minutes. */
const renewAfterMs = 4 * 60_000;
/** Interval of the check for an old challenge. */
const renewalCheckMs = 30_000;

type Failed = Exclude<Attempt<unknown>, { readonly kind: 'done' }>;

interface PasskeySignIn {
  /** Whether this browser supports passkeys. */
  readonly isSupported: boolean;
  readonly busy: boolean;
  /** Why the last attempt failed. Undefined: there was none. */
  readonly failed: Failed | undefined;
  readonly start: () => void;
}

/**
 * Sign-in with a passkey, by a button. Browsers that suggest passkeys in the email field also wait in the background until the person
 * chooses one there. Failures before that are not shown.
 */
export function usePasskeySignIn(enabled: boolean, onSignedIn: () => Promise<void>): PasskeySignIn {
  const [busy, once] = useOnce();
  const [failed, setFailed] = useState<Failed>();
  const isPressed = useRef(false);
  /** Waits for a suggested passkey again, because the button has ended that. */
  const suggestAgain = useRef(async (): Promise<void> => undefined);

  const finish = async (signed: Awaited<ReturnType<typeof signWithPasskey>>): Promise<void> => {
    const attempt = signed.kind === 'done' ? await signInWith(signed.data) : signed;
    if (attempt.kind === 'done') return onSignedIn();
    setFailed(attempt);
  };

  useEffect(() => {
    if (!enabled) return undefined;
    let left = false;
    let suggests = false;
    let startedAt = 0;
    const suggest = async (): Promise<void> => {
      startedAt = performance.now();
      const signed = await signWithPasskey({ suggests: true });
      if (left || signed.kind !== 'done') return;
      setFailed(undefined);
      await once(() => finish(signed));
      // Its challenge is used up.
      if (!left) await suggest();
    };
    const renew = (): void => {
      const isOld = performance.now() - startedAt >= renewAfterMs;
      if (suggests && isOld && !isPressed.current && document.visibilityState === 'visible') void suggest();
    };
    const begin = async (): Promise<void> => {
      suggests = await suggestsPasskeys();
      if (left || !suggests) return;
      suggestAgain.current = suggest;
      await suggest();
    };
    void begin();
    const timer = setInterval(renew, renewalCheckMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      left = true;
      suggestAgain.current = async () => undefined;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
      if (suggests) void stopWaiting();
    };
    // The functions are new on each rendering but do the same.
  }, [enabled]);

  const start = (): void => {
    setFailed(undefined);
    void once(async () => {
      isPressed.current = true;
      await finish(await signWithPasskey());
      isPressed.current = false;
      void suggestAgain.current();
    });
  };
  return { isSupported: supportsPasskeys(), busy, failed, start };
}
