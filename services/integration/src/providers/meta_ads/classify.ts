import { boundedWaitMs, retryAfterMs } from '@patchbay/outgoing/answer';
import { parseJson } from '@patchbay/outgoing/json';
import { type Classify, type Endpoint, type ProviderAnswer } from '../../connector/classify.ts';
import { type FailureReason, ProviderFailure } from '../../connector/failure.ts';
import { listAt, textAt } from '../../connector/json-path.ts';

/**
 * Milliseconds until the limits allow requests again: the longest `estimated_time_to_regain_access`, in minutes, in the header
 * `x-business-use-case-usage`, which lists the limits of each business. Undefined if none is reached.
 */
function regainedAfterMs(headers: Readonly<Record<string, string>>): number | undefined {
  const usage = parseJson(headers['x-business-use-case-usage'] ?? '');
  const businesses = typeof usage === 'object' && usage !== null ? Object.keys(usage) : [];
  const minutes = businesses
    .flatMap((business) => listAt(usage, business))
    .map((limit) => Number(textAt(limit, 'estimated_time_to_regain_access')))
    .filter((value) => value > 0);
  return minutes.length === 0 ? undefined : boundedWaitMs(Math.max(...minutes) * 60_000);
}

/** `error.code` at every endpoint; the status is 400 for most of them. */
const reasons: Readonly<Record<number, FailureReason>> = {
  1: 'unavailable',
  2: 'unavailable',
  3: 'no_access',
  4: 'rate_limited',
  10: 'no_access',
  17: 'rate_limited',
  32: 'rate_limited',
  // An invalid parameter: a used code, or a value of the settings.
  100: 'refused',
  101: 'client_refused',
  102: 'ended',
  // Not `unauthorized`: only a token that is still valid can be renewed.
  190: 'ended',
  341: 'rate_limited',
  368: 'rate_limited',
  613: 'rate_limited',
};

function reasonOf(code: number): FailureReason | undefined {
  if (code >= 200 && code <= 299) return 'no_access';
  if (code >= 80_000 && code <= 80_014) return 'rate_limited';
  return reasons[code];
}

/** By `error.error_subcode` of code 190. */
const hints: Readonly<Record<string, string>> = {
  458: 'The person who connected removed the app from their Facebook account.',
  459: 'Before that, the person who connected has to log in at facebook.com and confirm who they are.',
  460: 'The person who connected changed their Facebook password.',
  463: 'Access expired before it could be renewed.',
  464: 'Before that, the person who connected has to confirm their Facebook account.',
  467: 'Facebook ended the session of the person who connected.',
};

/** A wrong app secret has the code of an unknown error; only the message distinguishes it. */
const isOurSecret = (code: number, { body }: ProviderAnswer, at: Endpoint): boolean =>
  at === 'token' && code === 1 && /client.secret/i.test(textAt(body, 'error', 'message') ?? '');

/** A revocation sends nothing of the client but the token, so an invalid parameter is a mistake of our request. */
const isOurRequest = (code: number, at: Endpoint): boolean => at === 'revoke' && code === 100;

export const classifyMetaAds: Classify = (answer, at) => {
  const text = textAt(answer.body, 'error', 'code');
  const code = Number(text);
  const isOurs = isOurSecret(code, answer, at) || isOurRequest(code, at);
  const reason = isOurs ? 'client_refused' : reasonOf(code);
  const isTransient = reason === 'unavailable' || reason === 'rate_limited';
  // 400 at the revocation means that the authorization has already ended, and so does 401, because the token itself
  // authenticates. Limits and refusals of our app have the same status.
  const isRefused = answer.status === 400 || answer.status === 401;
  const hasEnded = reason === 'ended' || (isRefused && !isTransient && reason !== 'client_refused');
  if (at === 'revoke' && hasEnded) return 'ok';
  if (text === undefined || reason === undefined) return undefined;
  const hint = code === 190 ? hints[textAt(answer.body, 'error', 'error_subcode') ?? ''] : undefined;
  const waitMs = isTransient ? (retryAfterMs(answer) ?? regainedAfterMs(answer.headers)) : undefined;
  return new ProviderFailure(reason, {
    code: text,
    ...(hint !== undefined && { hint }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  });
};
