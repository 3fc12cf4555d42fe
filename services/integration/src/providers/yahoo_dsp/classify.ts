import {
  type Classify,
  failureOf,
  failureWith,
  isTransientStatus,
  type ProviderAnswer,
} from '../../connector/classify.ts';
import { type FailureReason, ProviderFailure } from '../../connector/failure.ts';
import { listAt, textAt } from '../../connector/json-path.ts';

/** `errorCode`, with any status. */
const reasons: Readonly<Record<string, FailureReason>> = {
  E0013: 'no_access',
  E0205: 'unauthorized',
  E0200: 'rate_limited',
  E0202: 'rate_limited',
  E0203: 'rate_limited',
  E0101: 'unavailable',
};

const noApiAccess = 'Have the user enabled for API access at Yahoo DSP.';
const noClient =
  'Enter the client ID without a prefix. If Yahoo DSP shows "undefined" in its place, the user isn\'t enabled for API access.';

/** Milliseconds until a limit of this window allows requests again. */
const windows: Readonly<Record<string, number>> = {
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
};

/** A limit is a validation error whose property has method and window, such as `GET_PER_MINUTE`. No header has the wait. */
function limitIn({ body }: ProviderAnswer): ProviderFailure | undefined {
  for (const error of listAt(body, 'errors', 'validationErrors')) {
    const property = textAt(error, 'propertyName') ?? '';
    const window = /^[A-Z]+_PER_(MINUTE|HOUR|DAY)$/.exec(property)?.[1];
    const retryAfterMs = window === undefined ? undefined : windows[window];
    if (retryAfterMs !== undefined)
      return new ProviderFailure('rate_limited', { code: property, retryAfterMs });
  }
  return undefined;
}

export const classifyYahooDsp: Classify = (answer, endpoint) => {
  if (endpoint === 'token')
    return textAt(answer.body, 'error') === 'invalid_client' && !isTransientStatus(answer.status)
      ? failureWith('refused', answer, { code: 'invalid_client', hint: noClient })
      : undefined;
  const code = textAt(answer.body, 'errorCode');
  const reason = code !== undefined && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  if (code !== undefined && reason !== undefined)
    return failureWith(reason, answer, { code, ...(reason === 'no_access' && { hint: noApiAccess }) });
  const limit = limitIn(answer);
  if (limit !== undefined) return limit;
  // The envelope has its own status, which takes precedence.
  const status = Number(textAt(answer.body, 'errors', 'httpStatusCode'));
  return Number.isInteger(status) ? failureOf({ ...answer, status }, endpoint, 'credentials') : undefined;
};
