import type { Change } from './change.ts';
import { executionOf, type Window } from './execution.ts';

export interface Period {
  readonly began: Window;
  /** The change that began it. */
  readonly beganBy: number;
  readonly ended?: Window;
}

/**
 * Not before the first request was sent, and not after the answer; an attempt without an answer may be executed later than
 * the client stopped waiting for it.
 */
export const windowOf = ({ attempts, outcome }: Change): Window => ({
  from: Math.min(...attempts.map(({ sentAt }) => sentAt)),
  to: Math.max(
    ...attempts.map((attempt) => (outcome === 'unknown' ? executionOf(attempt).to : attempt.endedAt)),
  ),
});

/** The memberships of people, oldest first, by `organization email`. Refused changes began and ended none. */
export function periodsOf(changes: readonly Change[]): Map<string, Period[]> {
  const periods = new Map<string, Period[]>();
  for (const change of changes) {
    if (change.membership === undefined || change.outcome === 'refused') continue;
    const { email, organization, is } = change.membership;
    const name = `${organization} ${email}`;
    const known = periods.get(name) ?? [];
    periods.set(name, known);
    const last = known.at(-1);
    if (is === 'begun') known.push({ began: windowOf(change), beganBy: change.number });
    else if (last !== undefined) known[known.length - 1] = { ...last, ended: windowOf(change) };
  }
  return periods;
}

/** `unsure`: the moment is within the window of a beginning or an end. */
export type Standing = 'in' | 'out' | 'unsure';

/** Whether the person was a member during the whole window. `by` is the change whose moment it is. */
export function standingIn(periods: readonly Period[], { from, to }: Window, by: number): Standing {
  const isIn = periods.some(
    ({ began, beganBy, ended }) =>
      (began.to < from || beganBy === by) && (ended === undefined || to < ended.from),
  );
  if (isIn) return 'in';
  const isOut = periods.every(
    ({ began, ended }) => to < began.from || (ended !== undefined && ended.to < from),
  );
  return isOut ? 'out' : 'unsure';
}
