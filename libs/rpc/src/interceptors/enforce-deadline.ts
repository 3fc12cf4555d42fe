import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';

export const deadlineExceeded = (): ConnectError =>
  new ConnectError('the operation timed out', Code.DeadlineExceeded);

/**
 * Answers at the deadline whether or not the handler heeds its signal. For calls through Connect's own handlers, which only
 * abort the signal; the lean handler does the same by itself, and `RunningStream` for streams.
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
