import type { ServiceName } from '@patchbay/platform/services';
import type { Clock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { TokenMinter } from '../caller/caller-token.ts';
import type { RpcTls } from '../tls.ts';
import type { BodyTransport } from './bodies.ts';
import { createClientCall } from './client-call.ts';
import { createPool } from './pool.ts';
import { createNetworkStreams } from './streams.ts';
import { createTransport } from './transport.ts';

export { callAs, onBehalfOf, onBehalfOfKey } from '../caller/call-options.ts';

export type { BodyTransport };

export interface RpcTransportOptions {
  readonly from: ServiceName;
  readonly to: ServiceName;
  /** For example `http://organization:8080`, or `https://…` for TLS; a path in it is kept. */
  readonly baseUrl: string;
  /** For `https://`: what the server is verified against, and the certificate that is presented to it. */
  readonly tls?: RpcTls;
  readonly minter: TokenMinter;
  /**
   * Milliseconds for a unary call; for a stream, the longest time until the next message. Default: by method. Calls with
   * `onBehalfOf` have the time left of the incoming call instead.
   */
  readonly defaultTimeoutMs?: number;
  /**
   * Concurrent unary calls; further ones wait for a free connection. 512 by default, so that calls which queue for one row of the
   * called service's database leave connections to all others.
   */
  readonly connections?: number;
  /** Concurrent streams; further ones wait. `maxStreams` by default. */
  readonly streams?: number;
  /** The largest unary response, and the largest message of a stream; 16 MiB by default. */
  readonly maxAnswerBytes?: number;
  readonly clock?: Clock;
}

export interface RpcTransport extends BodyTransport {
  /** Closes the connections of streams, which then fail as `unavailable`, and waits for unary calls to end. */
  close(): Promise<void>;
  /** New connections use this certificate and these authorities. Has no effect on a transport without TLS. */
  setTls(tls: RpcTls): void;
  /** Closes it when the process stops. */
  readonly component: Component;
}

const mebibyte = 1_048_576;

/** Connections for streams of a transport, unless it is given another number. Unary calls have their own. */
export const maxStreams = 256;

/** A transport from one service to another, for `createServiceClient`. */
export function createRpcTransport({
  from,
  to,
  baseUrl,
  tls = {},
  minter,
  defaultTimeoutMs,
  connections = 512,
  streams: streamConnections = maxStreams,
  maxAnswerBytes = 16 * mebibyte,
  clock,
}: RpcTransportOptions): RpcTransport {
  const calls = createPool({ baseUrl, tls, connections, maxAnswerBytes });
  const streams = createNetworkStreams({
    baseUrl,
    tls,
    connections: streamConnections,
    maxMessageBytes: maxAnswerBytes,
  });
  const transport = createTransport({
    baseUrl,
    send: calls.send,
    clientCall: createClientCall({ from, to, minter }),
    defaultTimeoutMs,
    streams: streams.transport,
    sendBody: streams.sendBody,
    clock,
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    streams.close();
    return (closing ??= calls.close());
  };
  const setTls = (renewed: RpcTls): void => {
    calls.setTls(renewed);
    streams.setTls(renewed);
  };
  return { ...transport, close, setTls, component: { name: `calls to ${to}`, stop: close } };
}
