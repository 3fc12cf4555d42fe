import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Receiver {
  /** With a secret in its path and its query, as receivers have it. */
  readonly url: string;
  /** What must not be readable, except the address in the table of webhooks. */
  readonly secrets: { readonly path: string; readonly query: string; readonly answer: string };
  /** How many requests have arrived. */
  readonly received: () => number;
  stop(): Promise<void>;
}

/** Receives webhooks: refuses every second one, and repeats what it was sent, with a secret of its own. */
export async function startReceiver(): Promise<Receiver> {
  const [path = '', query = '', answer = ''] = Array.from({ length: 3 }, () =>
    randomBytes(24).toString('hex'),
  );
  let received = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    received += 1;
    response
      .writeHead(received % 2 === 0 ? 200 : 500, { 'x-request-id': answer })
      .end(JSON.stringify({ answer, headers: request.headers, body }));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/${path}?token=${query}`,
    secrets: { path, query, answer },
    received: () => received,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
