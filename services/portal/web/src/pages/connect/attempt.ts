import type { Schemas } from '../../api/answer.ts';

/** How an attempt by form ended. */
export type Attempt =
  | { readonly kind: 'connected'; readonly account?: string; readonly returnUrl?: string }
  /** `refused`: only other credentials help. `later`: the same ones may work later. `unclear`: one of the two. */
  | { readonly kind: 'refused' | 'later' | 'unclear'; readonly reasons: readonly string[] };

/**
 * Reads the state of the integration after the attempt. A success clears both texts. A refusal sets `statusDetail`, and any other
 * failure `lastError`, which also keeps the status of an integration that was active before. Where both are there, one of them is of
 * an earlier attempt, and the answer does not tell which.
 */
export function attemptOf(answer: Schemas['ConnectOutcome']): Attempt {
  const { status, statusDetail, lastError, connectedAccount, returnUrl } = answer;
  const reasons = [statusDetail, lastError].filter((text) => text !== null);
  if (status === 'active' && reasons.length === 0)
    return {
      kind: 'connected',
      ...(connectedAccount !== null && { account: connectedAccount }),
      ...(returnUrl !== null && { returnUrl }),
    };
  if (lastError === null) return { kind: 'refused', reasons };
  return { kind: statusDetail === null ? 'later' : 'unclear', reasons };
}
