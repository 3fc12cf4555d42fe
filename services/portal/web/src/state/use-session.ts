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

/** The session of this browser. Asks again whenever the tab becomes visible: another tab may have signed in or out meanwhile. */
export function useSession(): Session & SessionActions {
  const [session, setSession] = useState<Session>({ state: 'loading' });
  const check = useCallback(async () => {
    const now = await load();
    setSession((last) => (now.state === 'nobody' ? { ...now, ended: last.state === 'signed-in' } : now));
  }, []);
  useEffect(() => void check(), [check]);
  const signedIn = session.state === 'signed-in';
  useEffect(() => {
    if (signedIn) forgetEmail();
  }, [signedIn]);

  useEffect(() => {
    const checkWhenLookedAt = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const now = await load();
      setSession((last) => lookedAtAgain(last, now));
    };
    const onChange = (): void => void checkWhenLookedAt();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);

  const signOut = useCallback(async (purpose: 'leave' | 'switch'): Promise<Problem | undefined> => {
    const answer = await answerOf(api.signOut());
    // 401: the session has ended already.
    if (!answer.ok && answer.problem.status !== 401) return answer.problem;
    setSession({ state: 'nobody', ended: false, left: purpose === 'leave' });
    return undefined;
  }, []);

  return { ...session, check, signOut };
}
