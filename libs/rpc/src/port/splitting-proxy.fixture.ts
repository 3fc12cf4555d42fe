import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes the first bytes of a connection one to three at a time, then the rest at once, with pauses of up to 5 ms. */
export async function writeInPieces(socket: Socket, bytes: Buffer, random: () => number): Promise<void> {
  const alone = Math.floor(random() * 40);
  for (let offset = 0; offset < bytes.length && !socket.destroyed; ) {
    const size = offset < alone ? 1 + Math.floor(random() * 3) : bytes.length;
    socket.write(bytes.subarray(offset, offset + size));
    offset += size;
    await sleep(random() * 5);
  }
}

/** A proxy on loopback that passes on what clients send in pieces; answers pass as they are. */
export async function startSplittingProxy(port: number, random: () => number) {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const target = connect({ port, host: '127.0.0.1', noDelay: true });
    for (const socket of [client, target]) sockets.add(socket.on('error', () => {}));
    let written = Promise.resolve();
    client.on('data', (chunk: Buffer) => {
      written = written.then(() => writeInPieces(target, chunk, random));
    });
    client.on('close', () => target.destroy());
    target.pipe(client);
    target.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
