import type { Interceptor } from '@connectrpc/connect';
import { withCallSignal } from '@patchbay/runtime/call-signal';

/** Makes the signal of the call available to the code that serves it, such as the waits for row locks of `libs/database`. */
export const callSignals: Interceptor = (next) => (request) => withCallSignal(request, () => next(request));
