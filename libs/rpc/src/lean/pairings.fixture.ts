import type { Transport } from '@connectrpc/connect';
import { connectNodeAdapter, createConnectTransport } from '@connectrpc/connect-node';
import { defaultLimits } from '../port/limits.ts';
import { createRpcPort } from '../port/port.ts';
import { log } from '../servers.fixture.ts';
import { CallConnections } from './http1/call-connections.ts';
import { createHttp1Send } from './http1/send.ts';
import { type Listening, listen } from './listen.fixture.ts';
import { type LeanMethods, type Routes, registerRoutes } from './routes.ts';
import { createLeanTransport } from './transport.ts';

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

/** A client without what our own calls add: our own transport if lean, else Connect's. */
export function createTestTransport(kind: Kind, baseUrl: string): TestTransport {
  const stock = createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: true });
  if (kind === 'stock') return { ...stock, close: async () => {} };
  const { send, close } = createHttp1Send({ baseUrl, connections: 8, maxAnswerBytes: 65_536 });
  const lean = createLeanTransport({ baseUrl, send, defaultTimeoutMs: undefined, streams: () => stock });
  return { ...lean, close };
}

/** A server without our checks: our own if lean, else Connect's. */
export async function startTestServer(
  kind: Kind,
  routes: Routes,
  { maxBodyBytes = 65_536 }: { maxBodyBytes?: number } = {},
): Promise<Listening> {
  let methods: LeanMethods = new Map();
  const adapter = connectNodeAdapter({
    readMaxBytes: maxBodyBytes,
    routes(router) {
      methods = registerRoutes(router, routes, { maxBodyBytes, maxTimeoutMs: 30_000 });
    },
  });
  if (kind === 'stock') return listen(adapter);
  const limits = { ...defaultLimits, stalledMs: undefined };
  const port = createRpcPort({
    tls: {},
    limits,
    calls: new CallConnections({ methods, limits, closing: () => false }),
    onHttp1: adapter,
    onHttp2: adapter,
    logger: log.logger,
  });
  await port.listen(0, '127.0.0.1');
  return {
    baseUrl: `http://127.0.0.1:${port.number()}`,
    async close() {
      const closed = port.close();
      port.destroy();
      await closed;
    },
  };
}
