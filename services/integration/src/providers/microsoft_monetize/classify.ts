import { type Classify, type Endpoint, failureWith } from '../../connector/classify.ts';
import type { FailureReason } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';

/** `response.error_id` of a request with a token. At the login `NOAUTH…` and `UNAUTH` refuse the login. */
const reasons: Readonly<Record<string, FailureReason>> = {
  // The token has ended. Only this error leads to a new login, because logins are limited to 10 in 5 minutes.
  NOAUTH: 'unauthorized',
  NOAUTH_DISABLED: 'no_access',
  NOAUTH_EXPIRED: 'ended',
  UNAUTH: 'no_access',
  SYSTEM: 'unavailable',
  SYNTAX: 'client_refused',
  INTEGRITY: 'client_refused',
};

const hints: Readonly<Record<string, string>> = {
  NOAUTH_DISABLED: 'The user is deactivated there: have it activated, or enter another one.',
  NOAUTH_EXPIRED: "The user's password has expired: set a new one there first.",
};

function reasonOf(errorId: string, at: Endpoint): FailureReason | undefined {
  const isWrong = !Object.hasOwn(hints, errorId) && (errorId.startsWith('NOAUTH') || errorId === 'UNAUTH');
  if (at === 'token' && isWrong) return 'refused';
  return Object.hasOwn(reasons, errorId) ? reasons[errorId] : undefined;
}

/** The body decides, not the status: errors come with 200, too. */
export const classifyMicrosoftMonetize: Classify = (answer, at) => {
  const errorId = textAt(answer.body, 'response', 'error_id');
  if (errorId !== undefined) {
    const reason = reasonOf(errorId, at);
    const hint = hints[errorId];
    if (reason !== undefined)
      return failureWith(reason, answer, { code: errorId, ...(hint !== undefined && { hint }) });
  }
  const isThrottled = [429, 503].includes(answer.status) && answer.headers['x-ratelimit-code'] !== undefined;
  if (isThrottled) return failureWith('rate_limited', answer);
  // An unknown error with a successful status.
  return errorId !== undefined && answer.status < 300 ? failureWith('client_refused', answer) : undefined;
};
