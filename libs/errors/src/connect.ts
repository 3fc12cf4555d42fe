import { Code, ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { Failure, type FailureCode, internal, toFailure } from './failure.ts';
import { failureFromProto, failureToProto } from './proto.ts';

const connectCode: Record<FailureCode, Code> = {
  invalid: Code.InvalidArgument,
  bad_request: Code.InvalidArgument,
  unauthenticated: Code.Unauthenticated,
  forbidden: Code.PermissionDenied,
  not_found: Code.NotFound,
  method_not_allowed: Code.Unimplemented,
  conflict: Code.FailedPrecondition,
  content_too_large: Code.InvalidArgument,
  unsupported_media_type: Code.InvalidArgument,
  header_fields_too_large: Code.InvalidArgument,
  rate_limited: Code.ResourceExhausted,
  internal: Code.Internal,
  unavailable: Code.Unavailable,
  timeout: Code.DeadlineExceeded,
};

/**
 * Maps a thrown error to the ConnectError for the calling service: a `Failure` carries its public part and its reason as a detail, a bug
 * (`internal`) carries nothing. The internal text never leaves the service that failed.
 */
export function toConnectError(thrown: unknown): ConnectError {
  const failure = toFailure(thrown);
  if (failure.code === 'internal') return new ConnectError('internal error', Code.Internal);
  return new ConnectError(failure.publicText ?? failure.code, connectCode[failure.code], undefined, [
    { desc: FailureSchema, value: failureToProto(failure) },
  ]);
}

/**
 * Maps the error of a call to another service to a `Failure`. An error with our detail keeps its code and public text. Any
 * other error is a fault and becomes `unavailable`, `timeout` or `internal`: if a service refuses our caller token, that is
 * our fault and not the caller's.
 */
export function fromConnectError(thrown: unknown, service: string): Failure {
  if (thrown instanceof Failure) return thrown;
  const error = ConnectError.from(thrown);
  const [detail] = error.findDetails(FailureSchema);
  const failure = detail && failureFromProto(detail, `${service}: ${error.message}`, error);
  if (failure !== undefined) return failure;
  if (error.code === Code.Unavailable) {
    return new Failure('unavailable', undefined, {
      internal: `${service} is not reachable: ${error.rawMessage}`,
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  if (error.code === Code.DeadlineExceeded || error.code === Code.Canceled) {
    return new Failure('timeout', undefined, { internal: `${service} did not answer in time`, cause: error });
  }
  return internal(`${service}: ${error.message}`, error);
}
