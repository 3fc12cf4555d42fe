import { useCallback, useEffect, useState } from 'react';
import { answerOf, type Problem } from '../api/answer.ts';
import { api } from '../api/client.ts';
import { lookedAtAgain, type Session, sessionOf } from './session.ts';
import { forgetEmail } from './typed-email.ts';

export interface SessionActions {
  /** Asks again; the page stays as it is until the answer arrives. */
  readonly check: () => Promise<void>;
  /** `leave`: the page says so. `switch`: it asks for the next account. Resolves with undefined once nobody is signed in. */
  readonly signOut: (purpose: 'leave' | 'switch') => Promise<Problem | undefined>;
}

const load = async (): Promise<Session> => sessionOf(await answerOf(api.getSession()));

/** Becoming visible and getting the focus are two events of one look. */
const oneLookMs = 1_000;

/**
 * The session of this browser. Asks again whenever the tab is looked at: another tab or window may have signed in or out meanwhile.
 * `onLookedAt` is called when somebody is still signed in then.
 */
export function useSession(onLookedAt?: () => void): Session & SessionActions {
  const [session, setSession] = useState<Session>({ state: 'loading' });
  const check = useCallback(async () => {
    const now = await load();
    setSession((last) => {
      if (now.state === 'nobody') return { ...now, ended: last.state === 'signed-in' };
      // No answer says nothing about the session: what is being done goes on.
      return now.state === 'failed' && last.state === 'signed-in' ? last : now;
    });
  }, []);
  useEffect(() => void check(), [check]);
  const signedIn = session.state === 'signed-in';
  useEffect(() => {
    if (signedIn) forgetEmail();
  }, [signedIn]);

  useEffect(() => {
    let lookedAt = Number.NEGATIVE_INFINITY;
    const checkWhenLookedAt = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || performance.now() < lookedAt + oneLookMs) return;
      lookedAt = performance.now();
      const now = await load();
      setSession((last) => lookedAtAgain(last, now));
      if (now.state === 'signed-in') onLookedAt?.();
    };
    const onChange = (): void => void checkWhenLookedAt();
    document.addEventListener('visibilitychange', onChange);
    addEventListener('focus', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      removeEventListener('focus', onChange);
    };
  }, [onLookedAt]);

  const signOut = useCallback(async (purpose: 'leave' | 'switch'): Promise<Problem | undefined> => {
    const answer = await answerOf(api.signOut());
    // 401: the session has ended already.
    if (!answer.ok && answer.problem.status !== 401) return answer.problem;
    setSession({ state: 'nobody', ended: false, left: purpose === 'leave' });
    return undefined;
  }, []);

  return { ...session, check, signOut };
}
