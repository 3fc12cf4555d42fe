import type { ConnectRouter, Transport } from '@connectrpc/connect';
import { byName } from '@patchbay/platform/by-name';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { createTokenMinter, createTokenVerifier } from '@patchbay/rpc/caller-token';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import type { Logger } from '@patchbay/telemetry/logger';
import { createKeysOfPairs } from '@patchbay/tokens/pair-keys';

type Wire = (to: ServiceName, routes: (router: ConnectRouter) => void) => (from: ServiceName) => Transport;

/** In-process transports between services. Caller tokens are made and verified as over the network, with keys per run. */
export function createWiring(loggerOf: (service: string) => Logger): Wire {
  const keys = createKeysOfPairs();
  const minters = byName(serviceNames, (service) =>
    createTokenMinter({ service, keys: keys.calling(service) }),
  );
  return (to, routes) => {
    const verifier = createTokenVerifier({ service: to, keys: keys.callers(to) });
    return (from) =>
      createInProcessTransport({ from, to, routes, verifier, minter: minters[from], logger: loggerOf(to) });
  };
}
