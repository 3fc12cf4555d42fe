import type { IncomingHttpHeaders } from 'node:http';
import { headerTimeout } from '@connectrpc/connect/protocol-connect';
import type { StreamLimits } from './streams/running-stream.ts';

/** Milliseconds that any unary call may take at most, and takes where it names no timeout. */
export const defaultMaxTimeoutMs = 30_000;

/**
 * A stream may last as long as it moves. Readers have more time than the gateway gives its own clients, so that a client that
 * reads nothing is the gateway's to end.
 */
export const defaultStreamLimits = { messageMs: 30_000, readerMs: 90_000 } satisfies StreamLimits;

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
 * Makes a request's headers name a timeout of at most `maxTimeoutMs`, for Connect's own handlers: these know no default
 * and refuse what is longer. A malformed value stays for them to refuse.
 */
export function capTimeout(headers: IncomingHttpHeaders, maxTimeoutMs: number): void {
  const isGrpc = headers['content-type']?.startsWith('application/grpc') === true;
  const name = isGrpc ? grpcTimeout : connectTimeout;
  const value = headers[name];
  const wanted =
    typeof value !== 'string' ? Number.POSITIVE_INFINITY : isGrpc ? fromGrpc(value) : Number(value);
  if (wanted > maxTimeoutMs) headers[name] = isGrpc ? `${maxTimeoutMs}m` : String(maxTimeoutMs);
}
