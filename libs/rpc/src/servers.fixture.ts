import { createClient } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { createLog } from '@patchbay/testing/log';
import { afterEach } from 'vitest';
import { minterOf, verifierOf } from './callers.fixture.ts';
import { createRpcTransport, type RpcTransport } from './client.ts';
import { identityRoutes, organizationRoutes, type Seen } from './platform.fixture.ts';
import { createRpcServer, type RpcServer, type RpcServerOptions } from './server.ts';

/** Functions that close what a test has opened; called after the test, the last one first. */
export const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

export const log = createLog();

/** Starts a server that is stopped after the test. */
export async function start(
  options: Pick<RpcServerOptions, 'service' | 'routes'> & Partial<RpcServerOptions>,
) {
  const server = createRpcServer({
    verifier: verifierOf(options.service),
    logger: log.logger,
    port: 0,
    host: '127.0.0.1',
    ...options,
  });
  await server.start?.();
  closing.push(async () => server.stop?.());
  return server;
}

export const urlOf = (server: RpcServer): string => `http://127.0.0.1:${server.port()}`;

export function transport(
  from: 'gateway' | 'identity',
  to: 'identity' | 'organization',
  server: RpcServer,
): RpcTransport {
  const result = createRpcTransport({ from, to, baseUrl: urlOf(server), minter: minterOf(from) });
  closing.push(() => result.close());
  return result;
}

/** Identity and organization on a port each, and a client of identity that calls as the gateway. */
export async function platform(options: Partial<RpcServerOptions> = {}) {
  const seen: { identity: Seen[]; organization: Seen[] } = { identity: [], organization: [] };
  const organization = await start({
    service: 'organization',
    routes: organizationRoutes(seen.organization),
  });
  const routes = identityRoutes(transport('identity', 'organization', organization), seen.identity);
  const identity = await start({ service: 'identity', routes, ...options });
  return {
    identity,
    seen,
    client: createClient(IdentityService, transport('gateway', 'identity', identity)),
  };
}
