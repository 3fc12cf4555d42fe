import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How answers are passed on: `cut` ends the connection after the first part. */
type Manner = 'whole' | 'cut';

/** A server in front of the platform, which can be away for a while. */
export interface Front {
  readonly address: string;
  manner: Manner;
  away(): Promise<void>;
  back(): Promise<void>;
}

export async function startFront(platform: string): Promise<Front> {
  let port = 0;
  let server: Server;
  const state: { manner: Manner } = { manner: 'whole' };
  const start = async (): Promise<void> => {
    server = createServer((incoming, outgoing) => {
      const { method } = incoming;
      // Half of a compressed answer is nothing.
      const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
      const onward = request(new URL(incoming.url ?? '/', platform), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        if (state.manner === 'whole') answer.pipe(outgoing);
        else
          answer.once('data', (part: Buffer) => {
            outgoing.write(part.subarray(0, part.length / 2), () => outgoing.destroy());
          });
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  await start();
  return {
    get address() {
      return `http://127.0.0.1:${port}`;
    },
    get manner() {
      return state.manner;
    },
    set manner(manner) {
      state.manner = manner;
    },
    async away() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    back: start,
  };
}
