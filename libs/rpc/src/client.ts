import type { Transport } from '@connectrpc/connect';
import type { ServiceName } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import type { TokenMinter } from './caller-token.ts';
import { clientCall } from './interceptors/client-call.ts';
import { createLeanTransport } from './lean/transport.ts';
import { createUndiciSend } from './lean/undici.ts';
import { createNetworkStreams } from './streams/network.ts';

export { callAs, onBehalfOf } from './call-context.ts';

export interface RpcTransportOptions {
  readonly from: ServiceName;
  readonly to: ServiceName;
  /** `http://organization:8080`; a path in it is kept. */
  readonly baseUrl: string;
  readonly minter: TokenMinter;
  /**
   * Milliseconds, 5,000 by default; `onBehalfOf` brings what is left of the incoming call's. Of a stream it is the longest
   * time until the next message.
   */
  readonly defaultTimeoutMs?: number;
  /** Unary calls at once, and streams at once, 64 by default; more wait for a free connection. */
  readonly connections?: number;
  /** Of a unary answer and of each message of a stream, 16 MiB by default. */
  readonly maxAnswerBytes?: number;
}

export interface RpcTransport extends Transport {
  /** Ends streams as unavailable and lets unary calls end. */
  close(): Promise<void>;
  /** Closes it when the process stops. */
  readonly component: Component;
}

const mebibyte = 1_048_576;

/** The way from one service to another, for `createClient` of Connect. */
export function createRpcTransport({
  from,
  to,
  baseUrl,
  minter,
  defaultTimeoutMs = 5_000,
  connections = 64,
  maxAnswerBytes = 16 * mebibyte,
}: RpcTransportOptions): RpcTransport {
  const calls = createUndiciSend({ baseUrl, connections, maxAnswerBytes });
  const streams = createNetworkStreams({ baseUrl, connections, maxMessageBytes: maxAnswerBytes });
  const transport = createLeanTransport({
    baseUrl,
    send: calls.send,
    interceptors: [clientCall({ from, to, minter })],
    defaultTimeoutMs,
    streams: streams.transport,
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    streams.close();
    return (closing ??= calls.close());
  };
  return { ...transport, close, component: { name: `calls to ${to}`, stop: close } };
}
