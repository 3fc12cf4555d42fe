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
