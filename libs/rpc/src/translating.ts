import type { Transport } from '@connectrpc/connect';
import { fromConnectError } from '@patchbay/errors/connect';
import type { ServiceName } from '@patchbay/platform/services';

/** The same transport, whose errors are failures of ours: whoever calls another service never sees a ConnectError. */
export function translating(transport: Transport, service: ServiceName): Transport {
  const translate = (thrown: unknown): never => {
    throw fromConnectError(thrown, service);
  };
  return {
    unary: (...call) => transport.unary(...call).catch(translate),
    stream: (...call) => transport.stream(...call).catch(translate),
  };
}
