import type { Failure } from '@patchbay/errors/failure';
import { type Refusal, type RefusalReason, refusalReasons } from '@patchbay/errors/refusal';
import type { LimitName } from '@patchbay/limits/rate-limits';
import type { Exchange } from '../request/exchange.ts';

/** Whether a failure means that a credential in the body was wrong. */
export type FailedCredential = (failure: Failure) => boolean;

/** For the log line and the metrics of a request, and never for the client. */
export interface Refused {
  readonly refusal: Refusal | 'limit';
  /** `other`: a limit that a service counts by itself. */
  readonly reason: RefusalReason | LimitName | 'other';
}

/** Where the failure itself gives no reason. */
function reasonOf(failure: Failure, failedCredential?: FailedCredential): RefusalReason | undefined {
  if (failure.code === 'forbidden') return 'role_too_low';
  return failure.code === 'unauthenticated' || failedCredential?.(failure) ? 'credential_refused' : undefined;
}

/** Undefined where the request did not fail, or failed without refusing the caller: a malformed request, an unknown thing. */
export function refusalOf(
  { failure, decisions }: Pick<Exchange, 'failure' | 'decisions'>,
  failedCredential?: FailedCredential,
): Refused | undefined {
  if (failure === undefined) return undefined;
  if (failure.code === 'rate_limited') {
    const limit = decisions.find(({ allowed }) => !allowed)?.name;
    return { refusal: 'limit', reason: limit ?? 'other' };
  }
  const reason = failure.reason ?? reasonOf(failure, failedCredential);
  return reason && { refusal: refusalReasons[reason].refusal, reason };
}

/** An answered request, apart from what its exchange has. */
interface AnsweredRequest {
  readonly route: string;
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
  readonly refused: Refused | undefined;
}

interface CallerFields {
  readonly caller: 'anonymous' | 'session' | 'api_key';
  readonly organizationId?: string | undefined;
  readonly userId?: string;
  readonly keyId?: string;
  readonly keyLevel?: string;
  readonly keyPrefix?: string | undefined;
}

/** Ids and kinds alone: names and email addresses are personal data, and are in no log line. */
function callerFields({ known: { caller, keyPrefix, access } }: Exchange): CallerFields {
  const organizationId = access?.organization.id;
  if (caller === undefined) return { caller: 'anonymous', keyPrefix };
  if (caller.type === 'user') return { caller: 'session', userId: caller.userId, organizationId };
  const { level: keyLevel, keyId, prefix } = caller;
  return { caller: 'api_key', keyLevel, keyId, keyPrefix: prefix, organizationId: caller.organizationId };
}

/**
 * The fields of the log line of a request. No text that a client chose is among them, except for a request id of a few safe
 * characters: no path, no query, no header, no message of a failure, which may quote the request.
 */
export function requestLine(
  exchange: Exchange,
  request: AnsweredRequest,
): CallerFields & Record<string, unknown> {
  const { route, operation, status, seconds, refused } = request;
  return {
    requestId: exchange.requestId,
    method: exchange.request.method,
    route,
    operation,
    status,
    durationMs: Math.round(seconds * 10_000) / 10,
    // Unknown for streams, which are sent in chunks.
    bytes: exchange.bytes,
    clientAddress: exchange.ipAddress,
    ...callerFields(exchange),
    failure: exchange.failure?.code,
    refusal: refused?.refusal,
    reason: refused?.reason,
  };
}
