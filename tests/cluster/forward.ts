import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export interface Forward {
  stop(): Promise<void>;
}

/**
 * Hands connections to `port` of an address of this machine on to `to` of 127.0.0.1: servers of tests listen on loopback alone, and pods
 * come from elsewhere.
 */
export async function forward(host: string, port: number, to: number): Promise<Forward> {
  const open = new Set<{ destroy(): unknown }>();
  const server = createServer((incoming) => {
    const outgoing = connect(to, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
