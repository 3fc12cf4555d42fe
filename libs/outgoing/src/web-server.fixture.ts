import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebServer {
  /** For example `http://127.0.0.1:4711`. */
  readonly origin: string;
  readonly requests: ReceivedRequest[];
  /** Resolves when so many requests have arrived. */
  arrived(count: number): Promise<void>;
  /** Connections so far. */
  readonly connections: () => number;
  stop(): Promise<void>;
  /** Listens on the same port again. */
  restart(): Promise<void>;
}

/** A server on loopback that records requests and leaves the answer to `answer`. */
export async function startWebServer(
  answer: (response: ServerResponse, request: ReceivedRequest, count: number) => void = (response) =>
    response.end('ok'),
): Promise<WebServer> {
  const requests: ReceivedRequest[] = [];
  const received = new EventEmitter();
  let connections = 0;
  const receive = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = message;
    const request = { method, path, headers, body: await text(message) };
    requests.push(request);
    answer(response, request, requests.length);
    received.emit('request');
  };
  const server = createServer((message, response) => {
    receive(message, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  });
  server.on('connection', () => {
    connections += 1;
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async arrived(count) {
      while (requests.length < count) await once(received, 'request');
    },
    connections: () => connections,
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
    restart: () => listen(port),
  };
}
