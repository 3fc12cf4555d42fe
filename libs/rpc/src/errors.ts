import { Code, ConnectError } from '@connectrpc/connect';

export const deadlineExceeded = (): ConnectError =>
  new ConnectError('the operation timed out', Code.DeadlineExceeded);

/** The reason of a signal that was aborted; an error of another kind means that the caller canceled. */
export const abortReason = ({ reason }: AbortSignal): ConnectError =>
  ConnectError.from(reason, Code.Canceled);

/** The ConnectError itself; of any other error no text, because that is not meant for clients. */
export const asConnectError = (thrown: unknown): ConnectError =>
  thrown instanceof ConnectError
    ? thrown
    : new ConnectError('internal error', Code.Internal, undefined, undefined, thrown);
