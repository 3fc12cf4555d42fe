import type { RpcServiceName } from '@patchbay/platform/services';
import { createTokenVerifier } from '@patchbay/rpc/caller-token';
import { createRpcServer, type Routes, type RpcServerOptions } from '@patchbay/rpc/server';
import type { Component } from '@patchbay/runtime/component';
import { notReadyOf } from '@patchbay/runtime/readiness';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Environment } from './certificate-reload.ts';
import type { CallConfig, ServiceConfig } from './config.ts';
import { createParts, type Parts } from './parts.ts';
import { runProcess } from './process.ts';
import { rpcTlsOf, rpcTlsReload } from './rpc-tls.ts';

/** What a service's `build()` returns: its methods, and the components that must run for them to work. */
export interface BuiltService {
  readonly routes: Routes;
  readonly components: readonly Component[];
  /** Default: those of every server. */
  readonly limits?: Pick<RpcServerOptions, 'maxBodyBytes' | 'streamLimits'>;
}

export interface ServiceOptions<Name extends RpcServiceName, Config> {
  readonly name: Name;
  readonly build: (config: Config, parts: Parts<Name, Config>) => BuiltService;
}

/**
 * The components of a service's process in the order in which they start: its parts, its own components, then the server.
 * They stop in reverse order, so that no call reaches a service whose parts have stopped. Certificates are read again where
 * `environment` names their files.
 */
export function composeService<Name extends RpcServiceName, Config extends ServiceConfig & CallConfig<Name>>(
  { name, build }: ServiceOptions<Name, Config>,
  config: Config,
  logger: Logger,
  environment: Environment = {},
): readonly Component[] {
  const { parts, transports, components: partComponents } = createParts(name, config, logger, environment);
  const { routes, components, limits } = build(config, parts);
  const tls = rpcTlsOf(config);
  const server = createRpcServer({
    service: name,
    routes,
    verifier: createTokenVerifier({ service: name, keys: config.CALLER_KEYS }),
    logger,
    port: config.RPC_PORT,
    plainPort: config.RPC_PLAIN_PORT,
    grpcPort: config.GRPC_PORT,
    host: config.HOST,
    tls,
    ready: () => notReadyOf(components),
    ...limits,
  });
  const reload = rpcTlsReload(environment, tls, [server, ...transports], logger);
  return [...partComponents, ...components, ...reload, server];
}

/** The whole of a service's `main.ts`. */
export const runService = <Name extends RpcServiceName, Config extends ServiceConfig & CallConfig<Name>>({
  readConfig,
  ...service
}: ServiceOptions<Name, Config> & {
  readonly readConfig: (environment: NodeJS.ProcessEnv) => Config;
}): Promise<void> =>
  runProcess({
    name: service.name,
    readConfig,
    compose: (config, logger, environment) => composeService(service, config, logger, environment),
  });
