import type { Transport } from '@connectrpc/connect';
import type { UniversalClientFn } from '@connectrpc/connect/protocol';
import { createTransport } from '@connectrpc/connect/protocol-connect';
import type { Dispatcher, Pool } from 'undici';
import { maxHeaderBytes } from '../bodies/wire.ts';
import { toHeaders } from '../headers.ts';
import { hasNoSideEffects } from '../method.ts';
import type { RpcTls } from '../tls.ts';
import { type SendBody, sendBodyThrough } from './bodies.ts';
import { createConnections, isClosed, toConnectError } from './pool.ts';

export interface NetworkStreamsOptions {
  readonly baseUrl: string;
  readonly tls: RpcTls;
  /** Concurrent streams; further ones wait for a free connection. */
  readonly connections: number;
  readonly maxMessageBytes: number;
}

/** Bytes of an answer behind the message that ends a stream: the last chunk of HTTP. */
const restBytes = 1_024;

/** The parts of an answer. A reader that stops at the last message keeps the connection; any other closes it. */
async function* partsOf(body: Dispatcher.ResponseData['body']): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  } catch (error) {
    throw toConnectError(error as Error);
  } finally {
    void body.dump({ limit: restBytes });
  }
}

/** `mayRepeat`: sends a request again if the server closed a kept connection just as it was sent. */
const clientOf =
  (pool: Pool, origin: string, mayRepeat: boolean): UniversalClientFn =>
  async ({ url, header, body, signal }) => {
    const request: Dispatcher.RequestOptions = {
      method: 'POST',
      path: url.slice(origin.length),
      headers: Object.fromEntries(header),
      // A server stream has one request message. With its length known it is one write.
      body: Buffer.concat(await Array.fromAsync(body ?? [])),
      ...(signal && { signal }),
    };
    const answer = await pool
      .request(request)
      .catch((error: Error) => (mayRepeat && isClosed(error) ? pool.request(request) : Promise.reject(error)))
      .catch((error: Error) => Promise.reject(toConnectError(error)));
    const { statusCode: status, headers } = answer;
    // Connect does not read the body of another status, which would hold the connection.
    if (status !== 200) void answer.body.dump({ limit: restBytes });
    return { status, header: toHeaders(headers), body: partsOf(answer.body), trailer: new Headers() };
  };

/**
 * Opens streams with Connect's own protocol, and sends calls with bodies, over kept connections. Each running stream has a connection of its own, so that a reader
 * who stops delays no other.
 */
export function createNetworkStreams({ baseUrl, tls, connections, maxMessageBytes }: NetworkStreamsOptions): {
  readonly transport: () => Pick<Transport, 'stream'>;
  readonly sendBody: SendBody;
  /** Closes every connection. */
  readonly close: () => void;
  /** New connections use this certificate and these authorities. */
  readonly setTls: (tls: RpcTls) => void;
} {
  const { pool, setTls } = createConnections({ baseUrl, tls, connections, maxHeaderBytes });
  const transportOf = (mayRepeat: boolean) =>
    createTransport({
      baseUrl,
      httpClient: clientOf(pool, new URL(baseUrl).origin, mayRepeat),
      useBinaryFormat: true,
      interceptors: [],
      // Between services compression costs more CPU time than the smaller messages save.
      acceptCompression: [],
      sendCompression: null,
      compressMinBytes: 0,
      readMaxBytes: maxMessageBytes,
      writeMaxBytes: 0xffffffff,
    });
  const [once, repeating] = [transportOf(false), transportOf(true)];
  const transport: Pick<Transport, 'stream'> = {
    stream: (method, ...call) => (hasNoSideEffects(method) ? repeating : once).stream(method, ...call),
  };
  return {
    transport: () => transport,
    sendBody: sendBodyThrough(pool),
    close: () => void pool.destroy(),
    setTls,
  };
}
