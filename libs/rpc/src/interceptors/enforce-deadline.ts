import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';

export const deadlineExceeded = (): ConnectError =>
  new ConnectError('the operation timed out', Code.DeadlineExceeded);

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
