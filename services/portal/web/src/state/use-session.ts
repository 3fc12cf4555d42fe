import { useCallback, useEffect, useState } from 'react';
import { answerOf, isUnreachable, type Problem } from '../api/answer.ts';
import { api } from '../api/client.ts';
import { type Session, sessionOf, sessionWhenVisible } from './session.ts';
import { forgetEmail } from './typed-email.ts';

export interface SessionActions {
  /** Reads the session again. The page does not change before the answer. */
  readonly check: () => Promise<void>;
  /** `leave`: the page says so. `switch`: it asks for the next account. Resolves with undefined once nobody is signed in. */
  readonly signOut: (purpose: 'leave' | 'switch') => Promise<Problem | undefined>;
  /** Called after the person has deleted their account, and every session with it. */
  readonly accountDeleted: () => void;
}

const load = async (): Promise<Session> => sessionOf(await answerOf(api.getSession()));

/** Milliseconds between checks while the API does not answer. */
const lostMs = 5_000;

/** A tab that becomes visible also gets the focus. A second event within this time is ignored. */
const sameEventMs = 1_000;

/**
 * The session of this browser. Checked again when the tab becomes visible: another tab or window may have signed in or out meanwhile.
 * `onVisible` is called when somebody is still signed in then.
 */
export function useSession(onVisible?: () => void): Session & SessionActions {
  const [session, setSession] = useState<Session>({ state: 'loading' });
  const check = useCallback(async () => {
    const now = await load();
    setSession((last) => {
      if (now.state === 'nobody')
        return last.state === 'nobody' ? last : { ...now, ended: last.state === 'signed-in' };
      // Without an answer the session is unknown, so the page stays.
      return now.state === 'failed' && last.state === 'signed-in' ? last : now;
    });
  }, []);
  useEffect(() => void check(), [check]);
  const isLost = session.state === 'failed' && isUnreachable(session.problem);
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = setInterval(() => void check(), lostMs);
    return () => clearInterval(timer);
  }, [isLost, check]);
  const signedIn = session.state === 'signed-in';
  useEffect(() => {
    if (signedIn) forgetEmail();
  }, [signedIn]);

  useEffect(() => {
    let checkedAt = Number.NEGATIVE_INFINITY;
    const checkWhenVisible = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || performance.now() < checkedAt + sameEventMs) return;
      checkedAt = performance.now();
      const now = await load();
      setSession((last) => sessionWhenVisible(last, now));
      if (now.state === 'signed-in') onVisible?.();
    };
    const onChange = (): void => void checkWhenVisible();
    document.addEventListener('visibilitychange', onChange);
    addEventListener('focus', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      removeEventListener('focus', onChange);
    };
  }, [onVisible]);

  const signOut = useCallback(async (purpose: 'leave' | 'switch'): Promise<Problem | undefined> => {
    const answer = await answerOf(api.signOut());
    // 401: the session has ended already.
    if (!answer.ok && answer.problem.status !== 401) return answer.problem;
    setSession({ state: 'nobody', ended: false, ...(purpose === 'leave' && { left: 'signedOut' }) });
    return undefined;
  }, []);

  const accountDeleted = useCallback(
    () => setSession({ state: 'nobody', ended: false, left: 'deleted' }),
    [],
  );

  return { ...session, check, signOut, accountDeleted };
}
