import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { fromConnectError, toConnectError } from '@patchbay/errors/connect';
import { Failure, toFailure } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import { verifiedCallKey } from '../caller.ts';

function failureOf(thrown: unknown, signal: AbortSignal): Failure {
  if (!(thrown instanceof ConnectError)) return toFailure(thrown);
  if (thrown === signal.reason) {
    return new Failure('timeout', undefined, {
      internal: `the call ended before its handler: ${thrown.rawMessage}`,
    });
  }
  // What a handler let escape from a call to another service is translated too, never relayed.
  return fromConnectError(thrown, 'a service behind this one');
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
      const failure = failureOf(thrown, request.signal);
      const { method, contextValues } = request;
      const about = {
        method: `${method.parent.typeName}/${method.name}`,
        requestId: contextValues.get(verifiedCallKey)?.requestId,
        code: failure.code,
        err: failure.cause ?? failure,
      };
      if (failure.code === 'internal') logger.error(about, failure.message);
      else if (failure.code === 'unavailable' || failure.code === 'timeout')
        logger.warn(about, failure.message);
      throw toConnectError(failure);
    }
  };
