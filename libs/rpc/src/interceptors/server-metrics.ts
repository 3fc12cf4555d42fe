import { ConnectError, type Interceptor } from '@connectrpc/connect';
import { codeToString } from '@connectrpc/connect/protocol-connect';
import { attributes as names } from '@patchbay/telemetry/attributes';
import { observe } from '@patchbay/telemetry/metrics';
import { namesOf } from './method-names.ts';

/** Records the duration of each call, by method and failure code (`ok` if there was none). */
export const serverMetrics: Interceptor = (next) => async (request) => {
  const startedAt = performance.now();
  let code = 'ok';
  try {
    return await next(request);
  } catch (thrown) {
    code = codeToString(ConnectError.from(thrown).code);
    throw thrown;
  } finally {
    observe('rpcServerDuration', (performance.now() - startedAt) / 1000, {
      ...namesOf(request.method).attributes,
      [names.failureCode]: code,
    });
  }
};
