import type { IncomingHttpHeaders } from 'node:http';
import { headerTimeout } from '@connectrpc/connect/protocol-connect';
import type { StreamLimits } from './streams/running-stream.ts';

/** Milliseconds: the longest timeout of a unary call, and its timeout if the client sends none. */
export const defaultMaxTimeoutMs = 30_000;

/**
 * A stream may last as long as messages are sent and read. A reader of the gateway's export asks for the next batch when its own
 * client has taken the one before, which a slow client may take minutes for; a waiting stream holds no database connection.
 */
export const defaultStreamLimits = { messageMs: 30_000, readerMs: 900_000 } satisfies StreamLimits;

const connectTimeout = headerTimeout.toLowerCase();
const grpcTimeout = 'grpc-timeout';

/** Milliseconds per unit of `grpc-timeout`. */
const grpcUnits: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

const fromGrpc = (value: string): number => {
  const [, digits, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(value) ?? [];
  return digits === undefined ? Number.NaN : Number(digits) * (grpcUnits[unit] ?? Number.NaN);
};

/**
 * Lowers the timeout header of a request to `maxTimeoutMs`, and sets it where it is missing. Connect's own handlers have no
 * default timeout and would reject a longer one instead of lowering it. A malformed value is kept: the handlers reject it.
 */
export function capTimeout(headers: IncomingHttpHeaders, maxTimeoutMs: number): void {
  const isGrpc = headers['content-type']?.startsWith('application/grpc') === true;
  const name = isGrpc ? grpcTimeout : connectTimeout;
  const value = headers[name];
  const wanted =
    typeof value !== 'string' ? Number.POSITIVE_INFINITY : isGrpc ? fromGrpc(value) : Number(value);
  if (wanted > maxTimeoutMs) headers[name] = isGrpc ? `${maxTimeoutMs}m` : String(maxTimeoutMs);
}
