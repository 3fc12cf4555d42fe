import { useEffect, useState } from 'react';
import { useOnce } from '../../state/use-once.ts';
import {
  type Attempt,
  knowsPasskeys,
  signInWith,
  signWithPasskey,
  stopWaiting,
  suggestsPasskeys,
} from './passkey.ts';

/** The challenge of the API works for five minutes. A page that is open for longer asks for another one before. */
const renewedMs = 4 * 60_000;
const lookedAfterMs = 30_000;

type Failed = Exclude<Attempt<unknown>, { readonly kind: 'done' }>;

export interface PasskeySignIn {
  /** Whether a button has to offer it, because the browser does not suggest passkeys in the field. */
  readonly needsButton: boolean;
  readonly busy: boolean;
  /** Why it failed. Undefined while nobody has tried. */
  readonly failed: Failed | undefined;
  readonly start: () => void;
}

/**
 * Sign-in with a passkey. Where browsers suggest passkeys in the field of the email, this waits in the background until somebody chooses
 * one, and says nothing before.
 */
export function usePasskeySignIn(enabled: boolean, onSignedIn: () => Promise<void>): PasskeySignIn {
  const [needsButton, setNeedsButton] = useState(false);
  const [busy, once] = useOnce();
  const [failed, setFailed] = useState<Failed>();

  const finish = async (signed: Awaited<ReturnType<typeof signWithPasskey>>): Promise<void> => {
    const attempt = signed.kind === 'done' ? await signInWith(signed.data) : signed;
    if (attempt.kind === 'done') return onSignedIn();
    setFailed(attempt);
  };

  useEffect(() => {
    if (!enabled) return undefined;
    let left = false;
    let suggests = false;
    let askedAt = 0;
    const suggest = async (): Promise<void> => {
      askedAt = performance.now();
      const signed = await signWithPasskey({ suggests: true });
      if (left || signed.kind !== 'done') return;
      setFailed(undefined);
      await once(() => finish(signed));
      // Its challenge is used up.
      if (!left) await suggest();
    };
    const renew = (): void => {
      const isOld = performance.now() - askedAt >= renewedMs;
      if (suggests && isOld && document.visibilityState === 'visible') void suggest();
    };
    const begin = async (): Promise<void> => {
      suggests = await suggestsPasskeys();
      if (left) return;
      setNeedsButton(!suggests && knowsPasskeys());
      if (suggests) await suggest();
    };
    void begin();
    const timer = setInterval(renew, lookedAfterMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      left = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
      if (suggests) void stopWaiting();
    };
    // The functions are new on each rendering, and do the same.
  }, [enabled]);

  const start = (): void => {
    setFailed(undefined);
    void once(async () => finish(await signWithPasskey()));
  };
  return { needsButton, busy, failed, start };
}
