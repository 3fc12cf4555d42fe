import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The sockets of the server, which show what a client has sent and that it has left. */
export interface ServerConnections {
  /** In the order in which the server accepted them. */
  readonly sockets: readonly Socket[];
  /** Resolves when the server has seen the end of every connection that it has accepted so far. */
  closed(): Promise<void>;
}

/** Watches the connections that a server of this process accepts on a port, until the test ends. */
export function watchServerConnections(port: number): ServerConnections {
  const sockets: Socket[] = [];
  const onSocket = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.localPort === port) sockets.push(socket);
  };
  subscribe('net.server.socket', onSocket);
  onTestFinished(() => void unsubscribe('net.server.socket', onSocket));
  return {
    sockets,
    async closed() {
      const open = sockets.filter((socket) => !socket.closed);
      // Not `once` of node:events, which rejects when the connection was reset.
      await Promise.all(
        open.map((socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve()))),
      );
    },
  };
}
