import type { Json } from '@patchbay/outgoing/json';
import { type Classify, failureWith, type ProviderAnswer } from '../../connector/classify.ts';
import { type FailureReason, ProviderFailure } from '../../connector/failure.ts';
import { at, listAt, textAt } from '../../connector/json-path.ts';

/** By number, and by name for the errors whose names are documented. */
const reasons: Readonly<Record<string, FailureReason>> = {
  0: 'unavailable',
  InternalError: 'unavailable',
  // Wrong or expired token: a renewed one may be accepted.
  105: 'unauthorized',
  109: 'unauthorized',
  106: 'no_access',
  108: 'no_access',
  120: 'no_access',
  122: 'no_access',
  123: 'no_access',
  124: 'no_access',
  125: 'no_access',
  126: 'no_access',
  116: 'client_refused',
  303: 'client_refused',
  117: 'rate_limited',
  CallRateExceeded: 'rate_limited',
  207: 'rate_limited',
  ConcurrentRequestOverLimit: 'rate_limited',
};

/** Milliseconds to wait after too many calls per minute. */
const waitsMs: Readonly<Record<string, number>> = { 117: 60_000, CallRateExceeded: 60_000 };

/** Every `Code` and `ErrorCode` at any depth: operations wrap their errors in different objects. */
function codesIn(body: Json | undefined): string[] {
  const codes: string[] = [];
  const rest: (Json | undefined)[] = [body];
  while (rest.length > 0) {
    const json = rest.pop();
    if (typeof json !== 'object' || json === null) continue;
    codes.push(...['Code', 'ErrorCode'].flatMap((name) => textAt(json, name) ?? []));
    for (const value of Object.values(json)) rest.push(value);
  }
  return codes;
}

const isResult = ({ status, body }: ProviderAnswer): boolean =>
  status < 300 && (at(body, 'User') ?? at(body, 'Accounts') ?? null) !== null;

/** The code decides, not the status: most errors have 500, which the common rules would retry. */
function classifyService(answer: ProviderAnswer): ProviderFailure | undefined {
  if (isResult(answer)) return undefined;
  const code = codesIn(answer.body).find((candidate) => Object.hasOwn(reasons, candidate));
  const reason = code === undefined ? undefined : reasons[code];
  if (code === undefined || reason === undefined) return undefined;
  const retryAfterMs = waitsMs[code];
  return retryAfterMs === undefined
    ? failureWith(reason, answer, { code })
    : new ProviderFailure(reason, { code, retryAfterMs });
}

/** Errors of the identity platform whose meaning differs from the OAuth error beside them. */
const entraReasons: Readonly<Record<string, FailureReason>> = {
  // Our redirect URI is not registered; our app does not exist.
  50011: 'client_refused',
  700016: 'client_refused',
  650052: 'no_access',
};

const hints: Readonly<Record<string, string>> = {
  650052: "This login's organization doesn't have Microsoft Advertising: use a login of one that does.",
};

/** OAuth errors only of the identity platform: the person has to sign in or consent again. */
const askAgain: ReadonlySet<string> = new Set(['interaction_required', 'login_required', 'consent_required']);

/** `error_codes`, or the beginning of the description: `AADSTS700016: …`. */
const entraCodesIn = ({ body }: ProviderAnswer): string[] => [
  ...listAt(body, 'error_codes').map(String),
  ...Array.from((textAt(body, 'error_description') ?? '').matchAll(/AADSTS(\d+)/g), ([, code]) =>
    String(code),
  ),
];

function classifyToken(answer: ProviderAnswer): ProviderFailure | undefined {
  const code = entraCodesIn(answer).find((candidate) => Object.hasOwn(entraReasons, candidate));
  const reason = code === undefined ? undefined : entraReasons[code];
  if (code !== undefined && reason !== undefined) {
    const hint = hints[code];
    return failureWith(reason, answer, { code: `AADSTS${code}`, ...(hint !== undefined && { hint }) });
  }
  const error = textAt(answer.body, 'error') ?? '';
  return askAgain.has(error) ? failureWith('refused', answer, { code: error }) : undefined;
}

export const classifyMicrosoftAds: Classify = (answer, endpoint) =>
  endpoint === 'token' ? classifyToken(answer) : classifyService(answer);
