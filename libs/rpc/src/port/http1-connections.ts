import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server over HTTP/1.1, with TLS or without, and the requests on them. */
export class Http1Connections {
  readonly #sockets = new Set<Socket>();
  readonly #requests = new Set<IncomingMessage>();

  readonly onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    this.#requests.add(request);
    response.once('close', () => this.#requests.delete(request));
  };

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Destroys those without a request that has arrived as a whole: Node counts half a request as a running one. */
  destroyUnserved(): void {
    const served = new Set(
      [...this.#requests].filter(({ complete }) => complete).map(({ socket }) => socket),
    );
    for (const socket of this.#sockets) if (!served.has(socket)) socket.destroy();
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
