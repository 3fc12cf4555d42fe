import type { Interceptor, Transport } from '@connectrpc/connect';
import { connectNodeAdapter, createConnectTransport } from '@connectrpc/connect-node';
import { createLeanHandler } from './http-handler.ts';
import { type Listening, listen } from './listen.fixture.ts';
import { type LeanMethods, type Routes, registerRoutes } from './routes.ts';
import { createLeanTransport } from './transport.ts';
import { createUndiciSend } from './undici.ts';

export type Kind = 'lean' | 'stock';

export const pairings: readonly (readonly [client: Kind, server: Kind])[] = [
  ['lean', 'lean'],
  ['lean', 'stock'],
  ['stock', 'lean'],
  ['stock', 'stock'],
];

export interface TestTransport extends Transport {
  close(): Promise<void>;
}

/** A client without our interceptors: our own transport if lean, else Connect's. */
export function createTestTransport(
  kind: Kind,
  baseUrl: string,
  interceptors: Interceptor[] = [],
): TestTransport {
  const stock = createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: true, interceptors });
  if (kind === 'stock') return { ...stock, close: async () => {} };
  const { send, close } = createUndiciSend({ baseUrl, connections: 8, maxAnswerBytes: 65_536 });
  const lean = createLeanTransport({
    baseUrl,
    send,
    interceptors,
    defaultTimeoutMs: undefined,
    streams: () => stock,
  });
  return { ...lean, close };
}

/** A server without our interceptors: our own handler if lean, else Connect's. */
export function startTestServer(
  kind: Kind,
  routes: Routes,
  { interceptors = [], maxBodyBytes = 65_536 }: { interceptors?: Interceptor[]; maxBodyBytes?: number } = {},
): Promise<Listening> {
  let methods: LeanMethods = new Map();
  const adapter = connectNodeAdapter({
    interceptors,
    readMaxBytes: maxBodyBytes,
    routes(router) {
      methods = registerRoutes(router, routes, { interceptors, maxTimeoutMs: 30_000 });
    },
  });
  return listen(
    kind === 'stock'
      ? adapter
      : createLeanHandler({ methods, gate: () => {}, maxBodyBytes, fallback: adapter }),
  );
}
