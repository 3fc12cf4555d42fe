import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request as requestTo,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../random.ts';

const faults = [
  'none',
  'none',
  'delayed',
  'repeated',
  'repeated at once',
  'dropped before it is sent',
  'dropped before the answer',
  'cut in the answer',
] as const;
export type Fault = (typeof faults)[number];

export interface FaultyProxy {
  readonly address: string;
  /** How often each fault happened. */
  readonly counts: ReadonlyMap<Fault, number>;
  stop(): Promise<void>;
}

/** An HTTP proxy in front of the gateway that does something to most requests, chosen by the seed. */
export async function startFaultyProxy(gateway: string, seed: number): Promise<FaultyProxy> {
  const random = createRandom(seed);
  const counts = new Map<Fault, number>();

  const forward = async (options: RequestOptions, body: Buffer): Promise<IncomingMessage> => {
    const request = requestTo(gateway, { ...options, agent: false });
    request.end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  };

  const drop = ({ socket }: ServerResponse): void => void socket?.destroy();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = random.pick(faults);
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
    const delayMs = random.between(1, 50);
    const share = random.next();
    const { method, url: path, headers } = request;
    const body = await buffer(request);
    const options = { method, path, headers };
    if (fault === 'dropped before it is sent') return drop(response);
    if (fault === 'delayed') await sleep(delayMs);
    const answers = [forward(options, body)];
    // Whether the client asks again while the first request runs depends on its own pace.
    if (fault === 'dropped before the answer') drop(response);
    if (fault === 'repeated') await answers[0];
    if (fault.startsWith('repeated')) answers.push(forward(options, body));
    const received = await Promise.all(answers);
    for (const unused of received.slice(0, -1)) unused.resume();
    const answer = received.at(-1) as IncomingMessage;
    if (response.destroyed) return void answer.resume();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault !== 'cut in the answer') return void answer.pipe(response);
    response.flushHeaders();
    const whole = await buffer(answer);
    response.write(whole.subarray(0, Math.floor(whole.length * share)), () => drop(response));
  }

  const server = createServer((request, response) => {
    // A client that has left, and a gateway that is gone, end the connection.
    handle(request, response).catch(() => drop(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
