import type { Failure } from '@patchbay/errors/failure';
import { type Refusal, type RefusalReason, refusalReasons } from '@patchbay/errors/refusal';
import type { LimitName } from '@patchbay/limits/rate-limits';
import type { Operation } from '../operation/operation.ts';
import type { Exchange } from './exchange.ts';

/** For the log line and the metrics of a request, and never for the client. */
export interface Refused {
  readonly refusal: Refusal | 'limit';
  /** `other`: a limit that a service counts by itself. */
  readonly reason: RefusalReason | LimitName | 'other';
}

/** Where the failure itself gives no reason. */
function reasonOf(failure: Failure, operation: Operation | undefined): RefusalReason | undefined {
  if (failure.code === 'forbidden') return 'role_too_low';
  return failure.code === 'unauthenticated' || operation?.failedCredential?.(failure)
    ? 'credential_refused'
    : undefined;
}

/**
 * Whether a failure refuses the caller, and why; undefined for every other failure, such as a malformed request or a thing
 * that does not exist.
 */
export function refusalOf(
  failure: Failure,
  { decisions }: Pick<Exchange, 'decisions'>,
  operation: Operation | undefined,
): Refused | undefined {
  if (failure.code === 'rate_limited') {
    const limit = decisions.find(({ allowed }) => !allowed)?.name;
    return { refusal: 'limit', reason: limit ?? 'other' };
  }
  const reason = failure.reason ?? reasonOf(failure, operation);
  return reason && { refusal: refusalReasons[reason].refusal, reason };
}
