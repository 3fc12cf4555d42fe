import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  type Failure as FailureMessage,
  FailureSchema,
} from '@patchbay/contracts/patchbay/common/v1/failure';
import { Failure, type FailureCode, internal, toFailure } from './failure.ts';
import { bounded } from './field-problems.ts';
import { statusOf } from './problem.ts';
import { isRefusalReason } from './refusal.ts';

const connectCode: Record<FailureCode, Code> = {
  invalid: Code.InvalidArgument,
  bad_request: Code.InvalidArgument,
  unauthenticated: Code.Unauthenticated,
  forbidden: Code.PermissionDenied,
  not_found: Code.NotFound,
  method_not_allowed: Code.Unimplemented,
  conflict: Code.FailedPrecondition,
  request_timeout: Code.InvalidArgument,
  content_too_large: Code.InvalidArgument,
  unsupported_media_type: Code.InvalidArgument,
  header_fields_too_large: Code.InvalidArgument,
  rate_limited: Code.ResourceExhausted,
  internal: Code.Internal,
  unavailable: Code.Unavailable,
  timeout: Code.DeadlineExceeded,
};

/** The public part of a failure, its reason and whose failure it is, for the calling service. */
const failureToProto = (failure: Failure): FailureMessage =>
  create(FailureSchema, {
    code: failure.code,
    publicText: failure.publicText ?? '',
    problems: [...bounded(failure.problems)],
    retryAfterSeconds: failure.retryAfterSeconds ?? 0,
    reason: failure.reason ?? '',
    byProvider: failure.byProvider,
  });

const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(statusOf, code);

/** The failure that a service sent; undefined where its code is unknown. `text` is for logs. */
function failureFromProto(
  { code, publicText, problems, retryAfterSeconds, reason, byProvider }: FailureMessage,
  text: string,
  cause?: unknown,
): Failure | undefined {
  if (!isFailureCode(code)) return undefined;
  return new Failure(code, publicText || undefined, {
    internal: text,
    problems: problems.map(({ path, message }) => ({ path, message })),
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    ...(isRefusalReason(reason) && { reason }),
    byProvider,
    cause,
  });
}

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
