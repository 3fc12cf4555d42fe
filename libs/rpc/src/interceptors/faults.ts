import { Code, type ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';

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
