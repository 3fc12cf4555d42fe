import { retryAfterMs } from '@patchbay/outgoing/answer';
import { type Classify, type Endpoint, failureOf, type ProviderAnswer } from '../../connector/classify.ts';
import { type FailureReason, ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';

/** The authorization was cancelled or is invalid. There is no renewal, so each of these is final. */
const notAuthorized = [40_101, 40_102, 40_104, 40_105, 40_106, 40_108, 40_113, 40_118, 40_119, 40_125];

/** `code` of an answer with status 200. An unknown code is a fault of ours, because only we can look it up. */
const reasons: ReadonlyMap<number, FailureReason> = new Map([
  ...notAuthorized.map((code) => [code, 'unauthorized'] as const),
  [40_001, 'no_access'],
  [40_300, 'no_access'],
  [40_301, 'no_access'],
  // The authorization code was used, or is older than an hour.
  [40_110, 'refused'],
  [40_016, 'rate_limited'],
  [40_100, 'rate_limited'],
  [40_132, 'rate_limited'],
  [40_133, 'rate_limited'],
  [40_202, 'rate_limited'],
  [40_700, 'unavailable'],
  [50_000, 'unavailable'],
  [50_002, 'unavailable'],
  [51_305, 'unavailable'],
  [60_001, 'unavailable'],
]);

/** For requests with our app id and secret in the body: they do not match, or our app is blocked. */
const ourApp: ReadonlySet<number> = new Set([40_101, 40_113]);

function reasonOf(code: number, at: Endpoint): FailureReason {
  if (at !== 'api' && ourApp.has(code)) return 'client_refused';
  const reason = reasons.get(code) ?? 'client_refused';
  return at === 'token' && reason === 'unauthorized' ? 'refused' : reason;
}

/** Limits end after about five minutes; no header says so. */
const waitMs = 300_000;

const failed = (reason: FailureReason, code: string, { headers }: ProviderAnswer): ProviderFailure => {
  const isTransient = reason === 'unavailable' || reason === 'rate_limited';
  const delayMs = isTransient ? (retryAfterMs({ headers }) ?? waitMs) : undefined;
  return new ProviderFailure(reason, { code, ...(delayMs !== undefined && { retryAfterMs: delayMs }) });
};

export const classifyTiktokAds: Classify = (answer, at) => {
  const byStatus = failureOf(answer, at, 'oauth');
  const text = textAt(answer.body, 'code');
  if (byStatus !== undefined && text === undefined)
    return failed(byStatus.reason, String(answer.status), answer);
  // Status 200 without a code is no answer of the API, but for example the page of a proxy.
  if (text === undefined) return failed('unavailable', 'no code in the answer', answer);
  const code = Number(text);
  // 20001: partial success.
  if (code === 0 || code === 20_001) return 'ok';
  const reason = reasonOf(code, at);
  // The token has already ended.
  if (at === 'revoke' && reason === 'unauthorized') return 'ok';
  // The code is logged. A code that is no number is not from TikTok and could be anything.
  return failed(reason, Number.isNaN(code) ? 'unknown' : String(code), answer);
};
