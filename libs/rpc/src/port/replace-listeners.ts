import type { Server, Socket } from 'node:net';

/** Calls `listener` in place of the listeners that the server has now, with a function that calls those. */
export function replaceListeners<S extends Socket>(
  server: Server,
  event: 'connection' | 'secureConnection',
  listener: (socket: S, original: () => void) => void,
): void {
  const originals = server.listeners(event) as ((socket: S) => void)[];
  server.removeAllListeners(event);
  server.on(event, (socket: S) =>
    listener(socket, () => {
      for (const original of originals) original.call(server, socket);
    }),
  );
}
