import { Code, ConnectError, type Interceptor, type StreamRequest } from '@connectrpc/connect';
import { closeConnectionKey } from './close-connection.ts';
import { RunningStream, type StreamLimits } from './running-stream.ts';

type Call = ReturnType<Interceptor>;

const chain = (interceptors: readonly Interceptor[], next: Call): Call =>
  interceptors.reduceRight<Call>((inner, interceptor) => interceptor(inner), next);

/**
 * Combines interceptors into one that covers a streaming call until its end: for each of them `next` settles when the stream
 * has ended, and rejects with the error that ended it, as for a unary call. The reader gets messages as they arrive, and
 * errors as the interceptors have mapped them. Interceptors cannot replace the response of a stream.
 */
export function untilEndOfStream(interceptors: readonly Interceptor[], limits: StreamLimits): Interceptor {
  const open = (next: Call, request: StreamRequest): ReturnType<Call> => {
    const stream = new RunningStream<never>(request.signal, limits);
    stream.onStalledReader = request.contextValues.get(closeConnectionKey);
    const opened = Promise.withResolvers<Awaited<ReturnType<Call>>>();
    const call = chain(interceptors, async (given) => {
      const response = await stream.wait(() => next(given));
      if (!response.stream) throw new ConnectError('a stream was answered by one message', Code.Internal);
      const messages = stream.read(response.message as AsyncIterable<never>, outcome);
      opened.resolve({ ...response, message: messages });
      await stream.ended;
      return response;
    });
    // Deferred by a microtask, so that `outcome` is initialized when `call` uses it.
    const outcome = Promise.resolve().then(() => call({ ...request, signal: stream.signal }));
    outcome.catch((reason: unknown) => {
      stream.end({ reason });
      opened.reject(reason);
    });
    return opened.promise;
  };
  return (next) => {
    const unary = chain(interceptors, next);
    return (request) => (request.stream ? open(next, request) : unary(request));
  };
}
