import { Code, ConnectError } from '@connectrpc/connect';
import { fromConnectError, toConnectError } from '@patchbay/errors/connect';
import { Failure, toFailure, unavailable } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import { verifiedCallKey } from '../caller.ts';
import { logFault } from '../fault-line.ts';
import { isOwnDeadline } from './enforce-deadline.ts';
import type { ServedCall } from './served-call.ts';

const isAbortError = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'AbortError';

/**
 * The abort reason of the call, if the handler threw only because its signal was aborted; undefined if it threw an error of
 * its own.
 */
function reasonOf(thrown: unknown, signal: AbortSignal): ConnectError | undefined {
  if (isOwnDeadline(thrown)) return thrown;
  if (!signal.aborted) return undefined;
  const reason = ConnectError.from(signal.reason, Code.Canceled);
  if (thrown === signal.reason || isAbortError(thrown)) return reason;
  if (reason.code !== Code.Canceled) return undefined;
  // The caller canceled, and with it a nested call to another service: the handler threw the error of that call.
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
  // An error of a nested call that the handler did not catch is translated too, never relayed as it is.
  return thrown instanceof ConnectError
    ? fromConnectError(thrown, 'a service behind this one')
    : toFailure(thrown);
}

/** The router's own error for a method without an implementation. */
const isUnimplemented = (thrown: unknown): thrown is ConnectError =>
  thrown instanceof ConnectError && thrown.code === Code.Unimplemented && !thrown.isWireError;

/**
 * Maps what a handler threw to a ConnectError without internal texts. Logs faults (`internal`, `unavailable`, `timeout`),
 * but not deliberate refusals.
 */
export const errorMapping =
  (logger: Logger) =>
  (thrown: unknown, call: ServedCall): ConnectError => {
    const { method, values, signal } = call;
    if (isUnimplemented(thrown)) return thrown;
    const reason = reasonOf(thrown, signal);
    if (reason?.code === Code.Canceled) {
      const requestId = values.get(verifiedCallKey)?.requestId;
      logger.debug(
        { method: `${method.parent.typeName}/${method.name}`, requestId },
        'the caller canceled the call',
      );
      return reason;
    }
    const failure = failureOf(thrown, reason);
    logFault(logger, call, failure);
    return toConnectError(failure);
  };
