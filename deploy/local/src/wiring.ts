import type { ConnectRouter, Transport } from '@connectrpc/connect';
import { byName } from '@patchbay/platform/by-name';
import { type ServiceName, serviceNames, trustedBy } from '@patchbay/platform/services';
import { createTokenMinter, createTokenVerifier } from '@patchbay/rpc/caller-token';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import type { Logger } from '@patchbay/telemetry/logger';
import { createServiceKeys, publicKeysOf } from '@patchbay/tokens/service-keys';

type Wire = (to: ServiceName, routes: (router: ConnectRouter) => void) => (from: ServiceName) => Transport;

/** In-process transports between services. Caller tokens are signed and verified as over the network, with keys per run. */
export function createWiring(loggerOf: (service: string) => Logger): Wire {
  const keys = byName(serviceNames, createServiceKeys);
  const minters = byName(serviceNames, (service) =>
    createTokenMinter({ service, privateKey: keys[service].privateKey }),
  );
  return (to, routes) => {
    const verifier = createTokenVerifier({ service: to, publicKeys: publicKeysOf(trustedBy(to), keys) });
    return (from) =>
      createInProcessTransport({ from, to, routes, verifier, minter: minters[from], logger: loggerOf(to) });
  };
}
