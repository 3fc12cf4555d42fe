import type { Answer, Problem, Schemas } from '../api/answer.ts';

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  /** `ended`: somebody was signed in on this page before, and did not sign out here. `left`: how they left here. */
  | { readonly state: 'nobody'; readonly ended: boolean; readonly left?: 'signedOut' | 'deleted' }
  | ({ readonly state: 'signed-in' } & Schemas['CurrentSession']);

export function sessionOf(answer: Answer<Schemas['CurrentSession']>): Session {
  if (answer.ok) return { state: 'signed-in', ...answer.data };
  const { problem } = answer;
  return problem.status === 401 ? { state: 'nobody', ended: false } : { state: 'failed', problem };
}

type CurrentSession = Schemas['CurrentSession'];

/** Whether it is the same person, who has not proved again who they are. */
const isSame = (one: CurrentSession, other: CurrentSession): boolean =>
  one.user.id === other.user.id &&
  one.session.id === other.session.id &&
  one.session.authenticatedAt === other.session.authenticatedAt;

/**
 * The session to show when a tab becomes visible again. A page must not stay under the name of somebody who has left, because its requests
 * are sent as the person who is signed in now. Any other answer changes nothing: it would remove a form that is being filled in.
 */
export function sessionWhenVisible(last: Session, now: Session): Session {
  if (now.state === 'signed-in') return last.state === 'signed-in' && isSame(last, now) ? last : now;
  return now.state === 'nobody' && last.state === 'signed-in' ? { state: 'nobody', ended: true } : last;
}
