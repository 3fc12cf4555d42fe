import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { fromConnectError, toConnectError } from '@patchbay/errors/connect';
import { Failure, toFailure, unavailable } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import { verifiedCallKey } from '../caller.ts';

const isAbortError = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'AbortError';

/** Why the call ended before its handler, where what the handler threw says only that it was ended. */
function reasonOf(thrown: unknown, signal: AbortSignal): ConnectError | undefined {
  if (!signal.aborted) return undefined;
  const reason = ConnectError.from(signal.reason, Code.Canceled);
  if (thrown === signal.reason || isAbortError(thrown)) return reason;
  if (reason.code !== Code.Canceled) return undefined;
  // A call to another service that was made on behalf of a caller who has gone is canceled too.
  const isCanceledCall =
    thrown instanceof Failure ? thrown.code === 'timeout' : ConnectError.from(thrown).code === Code.Canceled;
  return isCanceledCall ? reason : undefined;
}

function failureOf(thrown: unknown, reason: ConnectError | undefined): Failure {
  if (reason !== undefined) {
    const text = `the call ended before its handler: ${reason.rawMessage}`;
    return reason.code === Code.Unavailable
      ? unavailable(text)
      : new Failure('timeout', undefined, { internal: text });
  }
  // What a handler let escape from a call to another service is translated too, never relayed.
  return thrown instanceof ConnectError
    ? fromConnectError(thrown, 'a service behind this one')
    : toFailure(thrown);
}

/** The router's own answer for a method that nobody has written. */
const isUnimplemented = (thrown: unknown): thrown is ConnectError =>
  thrown instanceof ConnectError && thrown.code === Code.Unimplemented && !thrown.isWireError;

/** Turns what a handler threw into what may leave the service, and logs once what was not meant. */
export const errorMapping =
  (logger: Logger): Interceptor =>
  (next) =>
  async (request) => {
    try {
      return await next(request);
    } catch (thrown) {
      if (isUnimplemented(thrown)) throw thrown;
      const { method, contextValues } = request;
      const about = {
        method: `${method.parent.typeName}/${method.name}`,
        requestId: contextValues.get(verifiedCallKey)?.requestId,
      };
      const reason = reasonOf(thrown, request.signal);
      if (reason?.code === Code.Canceled) {
        logger.debug(about, 'the caller has gone');
        throw reason;
      }
      const failure = failureOf(thrown, reason);
      const fault = { ...about, code: failure.code, err: failure.cause ?? failure };
      if (failure.code === 'internal') logger.error(fault, failure.message);
      else if (failure.code === 'unavailable' || failure.code === 'timeout')
        logger.warn(fault, failure.message);
      throw toConnectError(failure);
    }
  };
