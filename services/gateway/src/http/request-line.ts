import type { Failure } from '@patchbay/errors/failure';
import type { Exchange } from './exchange.ts';
import type { Refused } from './refusal.ts';

/** What the pipeline knows of a request when its answer has ended. */
interface AnsweredRequest {
  readonly method: string;
  /** As declared, `/v1/invitations/{token}`: paths may hold tokens. */
  readonly route: string;
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
  readonly failure: Failure | undefined;
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
function callerFields({ caller, keyPrefix, access }: Exchange): CallerFields {
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
  const { method, route, operation, status, seconds, failure, refused } = request;
  return {
    requestId: exchange.requestId,
    method,
    route,
    operation,
    status,
    durationMs: Math.round(seconds * 10_000) / 10,
    // Unknown for streams, which are sent in chunks.
    bytes: exchange.bytes,
    clientAddress: exchange.ipAddress,
    ...callerFields(exchange),
    failure: failure?.code,
    refusal: refused?.refusal,
    reason: refused?.reason,
  };
}
