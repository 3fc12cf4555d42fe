import type { Transport } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import type { Component } from '@patchbay/runtime/component';
import type { ServiceName } from '@patchbay/platform/services';
import type { TokenMinter } from './caller-token.ts';
import { clientCall } from './interceptors/client-call.ts';
import { createLeanTransport } from './lean/transport.ts';
import { createUndiciSend } from './lean/undici.ts';

export { callAs, onBehalfOf } from './call-context.ts';

export interface RpcTransportOptions {
  readonly from: ServiceName;
  readonly to: ServiceName;
  /** `http://organization:8080`; a path in it is kept. */
  readonly baseUrl: string;
  readonly minter: TokenMinter;
  /** Milliseconds, 5,000 by default; `onBehalfOf` brings what is left of the incoming call's. */
  readonly defaultTimeoutMs?: number;
  /** Calls at once, 64 by default; more wait for a free connection. */
  readonly connections?: number;
  /** 16 MiB by default. */
  readonly maxAnswerBytes?: number;
}

export interface RpcTransport extends Transport {
  /** Lets running calls end. */
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
  const interceptors = [clientCall({ from, to, minter })];
  const { send, close } = createUndiciSend({ baseUrl, connections, maxAnswerBytes });
  let streams: Transport | undefined;
  const transport = createLeanTransport({
    baseUrl,
    send,
    interceptors,
    defaultTimeoutMs,
    streams: () =>
      (streams ??= createConnectTransport({
        baseUrl,
        httpVersion: '1.1',
        useBinaryFormat: true,
        interceptors,
        readMaxBytes: maxAnswerBytes,
      })),
  });
  let closing: Promise<void> | undefined;
  const closeOnce = (): Promise<void> => (closing ??= close());
  return { ...transport, close: closeOnce, component: { name: `calls to ${to}`, stop: closeOnce } };
}
