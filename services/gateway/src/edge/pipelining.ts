import type { Socket } from 'node:net';
import { Failure } from '@patchbay/errors/failure';
import type { RequestHandler } from 'express';

/** Requests of one connection that may wait behind the one that is answered. Browsers, proxies and common clients send none. */
const maxWaiting = 8;

const tooMany = (): Failure =>
  new Failure(
    'unavailable',
    `At most ${maxWaiting} requests of a connection may wait for the answer to an earlier one.`,
  );

/**
 * Bounds requests that a connection sends before it has the answers to earlier ones (pipelining): Node keeps their answers in memory
 * until those before them are sent. The first request beyond the bound is refused and closes the connection; later ones are dropped.
 */
export function boundPipelining(): RequestHandler {
  const waiting = new WeakMap<Socket, number>();
  const closing = new WeakSet<Socket>();

  const count = (socket: Socket, difference: 1 | -1): number => {
    const waits = (waiting.get(socket) ?? 0) + difference;
    waiting.set(socket, waits);
    return waits;
  };

  return ({ socket }, response, next) => {
    if (closing.has(socket)) {
      // Node had read this request already; it reads no more.
      socket.pause();
      return;
    }
    // An answer has a socket as soon as those before it were sent.
    if (response.socket !== null) {
      next();
      return;
    }
    response.once('close', () => count(socket, -1));
    if (count(socket, 1) <= maxWaiting) {
      next();
      return;
    }
    closing.add(socket);
    socket.pause();
    response.setHeader('connection', 'close');
    next(tooMany());
  };
}
