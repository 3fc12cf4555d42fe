import { useCallback, useEffect, useState } from 'react';
import { type Answer, answerOf, type Problem, type Schemas } from '../api/answer.ts';
import { api } from '../api/client.ts';

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  /** `ended`: somebody was signed in on this page before, and did not sign out here. */
  | { readonly state: 'nobody'; readonly ended: boolean }
  | { readonly state: 'signed-in'; readonly user: Schemas['User'] };

export interface SessionActions {
  /** Asks again; what is shown stays until the answer is there. */
  readonly check: () => Promise<void>;
  /** Undefined: nobody is signed in any more. */
  readonly signOut: () => Promise<Problem | undefined>;
}

function sessionOf(answer: Answer<Schemas['CurrentSession']>): Session {
  if (answer.ok) return { state: 'signed-in', user: answer.data.user };
  const { problem } = answer;
  return problem.status === 401 ? { state: 'nobody', ended: false } : { state: 'failed', problem };
}

const load = async (): Promise<Session> => sessionOf(await answerOf(api.GET('/v1/auth/session')));

/**
 * Who is signed in at this browser. While it is nobody, it is asked again whenever the tab is looked at: the link from the mail may have
 * been opened in another tab meanwhile.
 */
export function useSession(): Session & SessionActions {
  const [session, setSession] = useState<Session>({ state: 'loading' });
  const check = useCallback(async () => {
    const now = await load();
    setSession((last) => (now.state === 'nobody' ? { ...now, ended: last.state === 'signed-in' } : now));
  }, []);
  useEffect(() => void check(), [check]);

  const nobody = session.state === 'nobody';
  useEffect(() => {
    if (!nobody) return undefined;
    const checkWhenLookedAt = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const now = await load();
      // Another answer would take away the form that is being filled in.
      if (now.state === 'signed-in') setSession(now);
    };
    const onChange = (): void => void checkWhenLookedAt();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [nobody]);

  const signOut = useCallback(async (): Promise<Problem | undefined> => {
    const answer = await answerOf(api.POST('/v1/auth/sign-out'));
    // 401: the session has ended already.
    if (!answer.ok && answer.problem.status !== 401) return answer.problem;
    setSession({ state: 'nobody', ended: false });
    return undefined;
  }, []);

  return { ...session, check, signOut };
}
