import type { Server, Socket } from 'node:net';

/** Removes the listeners that the server has now; returns a function that calls them. */
export function takeListeners(
  server: Server,
  event: 'connection' | 'secureConnection',
): (socket: Socket) => void {
  const listeners = server.listeners(event) as ((socket: Socket) => void)[];
  server.removeAllListeners(event);
  return (socket) => {
    for (const listener of listeners) listener.call(server, socket);
  };
}
