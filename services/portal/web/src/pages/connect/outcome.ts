import type { Schemas } from '../../api/answer.ts';
import { isPageAddress } from '../../state/address.ts';

const outcomes = ['connected', 'declined', 'failed', 'retry', 'used', 'expired'] as const;

/** How a flow ended, as the address of the outcome page names it. */
export type Outcome = (typeof outcomes)[number];

/** Texts that integration and the gateway put into the fragment of the address. */
export interface Told {
  readonly account?: string;
  /** A secret that lets whoever agreed choose accounts, for some minutes. */
  readonly choice?: string;
  readonly reason?: string;
  /** To quote to the operator of the platform. */
  readonly requestId?: string;
}

/** Maximum numbers of characters. Account names and our own sentences are shorter. */
const maxLength = { account: 200, choice: 2_048, reason: 500, requestId: 128 };

/** An unknown value counts as a failure. */
export const outcomeIn = (search: string): Outcome => {
  const given = new URLSearchParams(search).get('outcome');
  return outcomes.find((outcome) => outcome === given) ?? 'failed';
};

function textIn(fragment: URLSearchParams, name: keyof Told): Told {
  const text = fragment.get(name)?.trim() ?? '';
  return text === '' ? {} : { [name]: Array.from(text).slice(0, maxLength[name]).join('') };
}

/** Takes the account and the choice of a success, the reason and request of a failure, and the request of a link that has ended. */
export function toldIn(hash: string, outcome: Outcome): Told {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  if (outcome === 'connected') return { ...textIn(fragment, 'account'), ...textIn(fragment, 'choice') };
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

/** The return address with how it ended, in the parameters that integration adds after a consent. */
export function returnAddress(
  returnUrl: string,
  parameters: { readonly status: 'connected' | 'declined'; readonly integrationId: string },
): string {
  const url = new URL(returnUrl);
  const added = new URLSearchParams(parameters).toString();
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url.href;
}

/** The host of an http or https address, for people to read. Undefined for any other address. */
export function hostOf(address: string | null | undefined): string | undefined {
  return address && isPageAddress(address) ? new URL(address).host : undefined;
}
