import type { Schemas } from '../../api/answer.ts';
import { isPageAddress } from '../../state/address.ts';

const outcomes = ['connected', 'declined', 'failed', 'retry', 'used', 'expired'] as const;

/** How a flow ended, as the address of the page names it. */
export type Outcome = (typeof outcomes)[number];

/** What integration and the gateway tell the page in the fragment of its address. */
export interface Told {
  readonly account?: string;
  readonly reason?: string;
  /** To quote to whoever operates the platform. */
  readonly requestId?: string;
}

/** Characters that are shown at most: the name of an account has no more, and no sentence of ours is as long. */
const maxLength = { account: 200, reason: 500, requestId: 128 };

/** A value that is not known is a failure. */
export const outcomeIn = (search: string): Outcome => {
  const given = new URLSearchParams(search).get('outcome');
  return outcomes.find((outcome) => outcome === given) ?? 'failed';
};

function textIn(fragment: URLSearchParams, name: keyof Told): Told {
  const text = fragment.get(name)?.trim() ?? '';
  return text === '' ? {} : { [name]: Array.from(text).slice(0, maxLength[name]).join('') };
}

/** The account belongs to a success, the reason and the request to a failure, the request to a link that has ended. */
export function toldIn(hash: string, outcome: Outcome): Told {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  if (outcome === 'connected') return textIn(fragment, 'account');
  if (outcome === 'declined') return {};
  const request = textIn(fragment, 'requestId');
  return outcome === 'failed' || outcome === 'retry'
    ? { ...textIn(fragment, 'reason'), ...request }
    : request;
}

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

/** The host of an address that a link may lead to, as people read it; undefined for anything but http and https. */
export function hostOf(address: string | null | undefined): string | undefined {
  return address && isPageAddress(address) ? new URL(address).host : undefined;
}
