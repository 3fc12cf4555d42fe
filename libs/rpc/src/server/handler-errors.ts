import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { fromConnectError, toConnectError } from '@patchbay/errors/connect';
import { Failure, toFailure, unavailable } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import { verifiedCallKey } from '../caller/caller.ts';
import { abortReason } from '../errors.ts';
import { namesOf } from '../method.ts';

/** The part of a served call that its errors depend on. */
type FailedCall = Pick<HandlerContext, 'method' | 'values' | 'signal'>;

/** Codes that mark the span of a call as failed; with any other code the call was refused deliberately or canceled. */
const faults: ReadonlySet<Code> = new Set([
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
]);

/**
 * An invalid caller token, or a method that is not for the calling service: the fault of that service. A refused credential or
 * role has the detail of a Failure.
 */
const isCallingServiceFault = (error: ConnectError): boolean =>
  (error.code === Code.Unauthenticated || error.code === Code.PermissionDenied) &&
  error.findDetails(FailureSchema).length === 0;

/** Whether the span of a served call that ends in this error is marked as failed. */
export const isFault = (error: ConnectError): boolean =>
  faults.has(error.code) || isCallingServiceFault(error);

/** Logs a fault (`internal`, `unavailable`, `timeout`), but not a deliberate refusal. */
function logFault(logger: Logger, { method, values }: FailedCall, failure: Failure): void {
  const fault = {
    method: namesOf(method).name,
    requestId: values.get(verifiedCallKey)?.requestId,
    code: failure.code,
    failure: failure.message,
    err: failure.cause ?? failure,
  };
  if (failure.code === 'internal') logger.error(fault, 'call failed');
  else if (failure.code === 'unavailable' || failure.code === 'timeout') logger.warn(fault, 'call failed');
}

const isAbortError = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'AbortError';

/**
 * Why the call ended before its handler, if the handler threw only because its signal was aborted; undefined if it threw an error of
 * its own.
 */
function endOf(thrown: unknown, signal: AbortSignal): ConnectError | undefined {
  if (!signal.aborted) return undefined;
  const reason = abortReason(signal);
  if (thrown === signal.reason || isAbortError(thrown)) return reason;
  if (reason.code !== Code.Canceled) return undefined;
  // The caller canceled, and with it a nested call to another service: the handler threw the error of that call.
  const isCanceledCall =
    thrown instanceof Failure ? thrown.code === 'timeout' : ConnectError.from(thrown).code === Code.Canceled;
  return isCanceledCall ? reason : undefined;
}

function failureOf(thrown: unknown, end: ConnectError | undefined): Failure {
  if (end !== undefined) {
    const text = `the call ended before its handler: ${end.rawMessage}`;
    return end.code === Code.Unavailable
      ? unavailable(text)
      : new Failure('timeout', undefined, { internal: text });
  }
  // The error of a nested call that the handler did not catch is translated too, never relayed as it is.
  return thrown instanceof ConnectError
    ? fromConnectError(thrown, 'a service behind this one')
    : toFailure(thrown);
}

/** The router's own error for a method without an implementation. */
const isUnimplemented = (thrown: unknown): thrown is ConnectError =>
  thrown instanceof ConnectError && thrown.code === Code.Unimplemented && !thrown.isWireError;

/** Maps what a handler threw to a ConnectError without internal texts. Logs faults. */
export function mapHandlerError(logger: Logger, thrown: unknown, call: FailedCall): ConnectError {
  if (isUnimplemented(thrown)) return thrown;
  const end = endOf(thrown, call.signal);
  if (end?.code === Code.Canceled) {
    const requestId = call.values.get(verifiedCallKey)?.requestId;
    logger.debug({ method: namesOf(call.method).name, requestId }, 'the caller canceled the call');
    return end;
  }
  const failure = failureOf(thrown, end);
  logFault(logger, call, failure);
  return toConnectError(failure);
}
