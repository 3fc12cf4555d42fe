import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  readonly body: string;
}
export type Answer = (response: ServerResponse, request: ReceivedRequest) => unknown;

/** An HTTP server that gives its answers in turn, and the last one again. */
export async function startLoopback(...answers: Answer[]) {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method, url, headers } = request;
      const received = { method, url, headers, body: await text(request).catch(() => '') };
      requests.push(received);
      await answers[Math.min(requests.length, answers.length) - 1]?.(response, received);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** For `await using`. */
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, {
        'content-type': status < 400 ? 'application/json' : 'application/problem+json',
        ...headers,
      })
      .end(JSON.stringify(body));

export const problem = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  detail = 'why',
): Answer =>
  json(
    { type: 'about:blank', title: 'Title', status, detail, instance: '/', requestId: 'r-1' },
    status,
    headers,
  );

/** Closes the connection before the answer. */
export const drop: Answer = (response) => response.destroy();

/** Closes the connection after a part of the answer. */
export const cut: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"half":', () => response.destroy());
};

export const neverAnswer: Answer = () => undefined;

/** Sends a part of the answer, and no end. */
export const neverEnd =
  (part: string, status = 200): Answer =>
  (response) => {
    response.writeHead(status, {
      'content-type': status < 400 ? 'application/json' : 'application/problem+json',
    });
    response.write(part);
  };
