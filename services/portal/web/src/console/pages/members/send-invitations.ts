import { type Answer, isUnconfirmed, type Problem } from '../../../api/answer.ts';

export interface Outcome {
  readonly email: string;
  readonly kind: 'sent' | 'here' | 'refused';
  /** Why it was not sent. */
  readonly problem?: Problem;
}

/** No connection, no session, too many requests, no service: the next request would fail too. So does one without a fresh proof of who the person is. */
const stopping = new Set([0, 401, 429, 503, 504]);

interface Invitations {
  readonly emails: readonly string[];
  readonly send: (email: string) => Promise<Answer<unknown>>;
  /** Before each: how many were tried. False ends it. */
  readonly onNext: (tried: number) => boolean;
  /** After each that was sent: the others, tried or not. */
  readonly onSent: (left: readonly string[]) => void;
}

export interface Sent {
  /** Of those that got an answer of their own, in their order. */
  readonly outcomes: readonly Outcome[];
  /** Those that were not sent, tried or not. */
  readonly left: readonly string[];
  /** Why it ended before the last one. */
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
