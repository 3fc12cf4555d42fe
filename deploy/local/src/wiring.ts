import type { ConnectRouter, Transport } from '@connectrpc/connect';
import type { ServiceName } from '@patchbay/platform/services';
import { createCallerKeys, createTokenMinter, createTokenVerifier } from '@patchbay/rpc/caller-token';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import type { Logger } from '@patchbay/telemetry/logger';

type Wire = (to: ServiceName, routes: (router: ConnectRouter) => void) => (from: ServiceName) => Transport;

const services: ServiceName[] = ['gateway', 'identity', 'organization', 'integration', 'audit'];

/** Ways between services of one process. Tokens are signed and checked all the same: nothing knows that it is alone. */
export function createWiring(loggerOf: (service: string) => Logger): Wire {
  const keys = new Map(services.map((service) => [service, createCallerKeys()]));
  const publicKeys = new Map([...keys].map(([service, { publicKey }]) => [service, publicKey]));
  const minters = new Map(
    [...keys].map(([service, { privateKey }]) => [service, createTokenMinter({ service, privateKey })]),
  );
  return (to, routes) => {
    const verifier = createTokenVerifier({ service: to, publicKeys });
    return (from) => {
      const minter = minters.get(from);
      if (minter === undefined) throw new Error(`no key for ${from}`);
      return createInProcessTransport({ from, to, routes, verifier, minter, logger: loggerOf(to) });
    };
  };
}
