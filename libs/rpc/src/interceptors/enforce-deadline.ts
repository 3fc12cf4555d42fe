import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';

/** The errors that `deadlineExceeded` made. Not a class: `instanceof` of a ConnectError compares its name only. */
const deadlineErrors = new WeakSet<ConnectError>();

export function deadlineExceeded(): ConnectError {
  const error = new ConnectError('the operation timed out', Code.DeadlineExceeded);
  deadlineErrors.add(error);
  return error;
}

/** Whether the deadline of a call in this process has passed, as opposed to that of a call to another service. */
export const isOwnDeadline = (thrown: unknown): thrown is ConnectError =>
  thrown instanceof ConnectError && deadlineErrors.has(thrown);

/**
 * Rejects a unary call as soon as its signal aborts, even if the handler ignores the signal. For Connect's own handlers,
 * which only abort the signal. `LeanContext` enforces the deadline (not a cancellation) of lean calls, `RunningStream` the
 * limits of streams.
 */
export const enforceDeadline: Interceptor = (next) => async (request) => {
  if (request.stream) return next(request);
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(ConnectError.from(signal.reason, Code.Canceled));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    next(request)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
};
