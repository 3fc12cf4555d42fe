import { internal } from '@patchbay/errors/failure';
import { byName } from '@patchbay/platform/by-name';
import {
  type CalledBy,
  calledBy,
  type ServiceName,
  type UrlVariable,
  urlVariableOf,
} from '@patchbay/platform/services';
import { createTokenMinter, type TokenMinter } from '@patchbay/rpc/caller-token';
import { createRpcTransport, type RpcTransport } from '@patchbay/rpc/client';
import type { Component } from '@patchbay/runtime/component';
import type { PairKeys } from '@patchbay/tokens/pair-keys';
import type { CallConfig } from './config.ts';
import { type RpcTlsConfig, rpcTlsOf } from './rpc-tls.ts';

export interface Transports<Name extends ServiceName> {
  /** By the name of the called service. */
  readonly transports: Readonly<Record<CalledBy<Name>, RpcTransport>>;
  /** Each closes the connections of one transport when it is stopped. */
  readonly components: readonly Component[];
}

/** The same configuration, indexed by names that are known only at run time. */
type Values = Readonly<Partial<Record<UrlVariable<ServiceName>, string>>> & {
  readonly CALLING_KEYS: PairKeys;
};

/** A transport to each service that the named one calls. */
export function createTransports<Name extends ServiceName>(
  name: Name,
  config: CallConfig<Name> & Partial<RpcTlsConfig>,
): Transports<Name> {
  const values = config as unknown as Values;
  // Only where something is called: other services have no keys for it.
  let minter: TokenMinter | undefined;
  const connect = (to: ServiceName): RpcTransport => {
    minter ??= createTokenMinter({ service: name, keys: values.CALLING_KEYS });
    const baseUrl = values[urlVariableOf(to)];
    if (baseUrl === undefined) throw internal(`${name} has no address of ${to}`);
    return createRpcTransport({ from: name, to, baseUrl, tls: rpcTlsOf(config), minter });
  };
  const called = calledBy(name);
  const transports = byName(called, connect);
  const components = called.map((to) => transports[to].component);
  return { transports, components };
}
