import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait behind the one that is answered: browsers, proxies and common clients send none. */
export const maxPipelined = 8;

/**
 * Bounds requests that a connection sends before it has the answers to earlier ones (pipelining). Node keeps their answers in memory
 * until those before them are sent. The first request beyond the bound is refused by `refuse`, which has to close the connection;
 * later ones are dropped.
 */
export function boundPipelined(listener: RequestListener, refuse: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  const closing = new WeakSet<Socket>();

  const count = (socket: Socket, difference: 1 | -1): number => {
    const waits = (waiting.get(socket) ?? 0) + difference;
    waiting.set(socket, waits);
    return waits;
  };

  /** Whether Node keeps the answer until those before it are sent. */
  const isPipelined = (response: ServerResponse): boolean => response.socket === null;

  return (request, response) => {
    const { socket } = request;
    if (closing.has(socket)) {
      // Parsed from bytes that were read before; no more are read.
      socket.pause();
      return;
    }
    if (!isPipelined(response)) {
      listener(request, response);
      return;
    }
    response.once('close', () => count(socket, -1));
    if (count(socket, 1) <= maxPipelined) listener(request, response);
    else {
      closing.add(socket);
      socket.pause();
      refuse(request, response);
    }
  };
}
