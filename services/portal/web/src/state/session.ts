import type { Answer, Problem, Schemas } from '../api/answer.ts';

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  /** `ended`: somebody was signed in on this page before, and did not sign out here. `left`: they did. */
  | { readonly state: 'nobody'; readonly ended: boolean; readonly left?: boolean }
  | { readonly state: 'signed-in'; readonly user: Schemas['User'] };

export function sessionOf(answer: Answer<Schemas['CurrentSession']>): Session {
  if (answer.ok) return { state: 'signed-in', user: answer.data.user };
  const { problem } = answer;
  return problem.status === 401 ? { state: 'nobody', ended: false } : { state: 'failed', problem };
}

/**
 * The session to show when a tab becomes visible again. A page must not stay under the name of somebody who has left, because its requests
 * are sent as the person who is signed in now. Any other answer changes nothing: it would remove a form that is being filled in.
 */
export function lookedAtAgain(last: Session, now: Session): Session {
  if (now.state === 'signed-in')
    return last.state === 'signed-in' && last.user.id === now.user.id ? last : now;
  return now.state === 'nobody' && last.state === 'signed-in' ? { state: 'nobody', ended: true } : last;
}
