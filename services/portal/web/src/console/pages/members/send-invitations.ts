import { type Answer, isUnconfirmed, type Problem } from '../../../api/answer.ts';

interface Outcome {
  readonly email: string;
  readonly kind: 'sent' | 'here' | 'refused';
  /** The problem of an invitation that was not sent. */
  readonly problem?: Problem;
}

/** Failures that the next request would have too: no connection, no session, no confirmation, a rate limit, or no service. */
const stopping = new Set([0, 401, 429, 503, 504]);

interface Invitations {
  readonly emails: readonly string[];
  readonly send: (email: string) => Promise<Answer<unknown>>;
  /** Called before each invitation with the number of attempts. False stops. */
  readonly onNext: (tried: number) => boolean;
  /** Called after each success with the remaining addresses. */
  readonly onSent: (left: readonly string[]) => void;
}

export interface Sent {
  /** The problems of single invitations, in order. */
  readonly outcomes: readonly Outcome[];
  /** The addresses that were not invited. */
  readonly left: readonly string[];
  /** The problem that stopped it before the last one. */
  readonly problem: Problem | undefined;
}

/** Sends invitations one after the other, until all were tried or the next would fail too. */
export async function sendInvitations({ emails, send, onNext, onSent }: Invitations): Promise<Sent> {
  const outcomes: Outcome[] = [];
  let left = emails;
  let problem: Problem | undefined;
  for (const [tried, email] of emails.entries()) {
    if (!onNext(tried)) break;
    const answer = await send(email);
    if (answer.ok) {
      outcomes.push({ email, kind: 'sent' });
      left = left.filter((each) => each !== email);
      onSent(left);
    } else if (stopping.has(answer.problem.status) || isUnconfirmed(answer.problem)) {
      ({ problem } = answer);
      break;
    } else {
      const kind = answer.problem.status === 409 ? 'here' : 'refused';
      outcomes.push({ email, kind, problem: answer.problem });
    }
  }
  return { outcomes, left, problem };
}
