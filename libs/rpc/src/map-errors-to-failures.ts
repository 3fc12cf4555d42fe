import type { Transport } from '@connectrpc/connect';
import { fromConnectError } from '@patchbay/errors/connect';
import type { ServiceName } from '@patchbay/platform/services';
import { mapStreamErrors } from './streams/map-errors.ts';

/** The same transport, which throws `Failure` in place of `ConnectError`. */
export function mapErrorsToFailures(transport: Transport, service: ServiceName): Transport {
  const toFailure = (thrown: unknown): Error => fromConnectError(thrown, service);
  const fail = (thrown: unknown): never => {
    throw toFailure(thrown);
  };
  return {
    unary: (...call) => transport.unary(...call).catch(fail),
    stream: async (...call) => mapStreamErrors(await transport.stream(...call).catch(fail), toFailure),
  };
}
