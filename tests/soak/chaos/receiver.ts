import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Random } from '../../random.ts';
import { isSignedWith } from '../../webhook-receiver.ts';
import type { Arrived, Entry } from './verify/evidence.ts';

/** Takes the deliveries of webhooks, in this process, which no fault strikes. It fails at random, each delivery once at most. */
export interface Receiver {
  /** The address of the webhook of an organization. */
  addressOf(organization: string): string;
  /** The secret that deliveries of the organization are signed with. */
  expect(organization: string, secret: string): void;
  readonly arrived: readonly Arrived[];
  stop(): Promise<void>;
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? '');

/** Ways not to say that a delivery has arrived. */
const failures: readonly ((response: ServerResponse) => void)[] = [
  (response) => void response.writeHead(500).end('no'),
  (response) => void response.writeHead(503, { 'retry-after': '1' }).end(),
  (response) => void response.destroy(),
  (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  // Never answers; the sender gives up.
  () => {},
];

export async function startReceiver(random: Random): Promise<Receiver> {
  const secrets = new Map<string, string>();
  const arrived: Arrived[] = [];
  const failed = new Set<string>();

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const organization = request.url?.slice(1) ?? '';
    const id = `${organization} ${headerOf(request, 'webhook-id')}`;
    const fails = !failed.has(id) && random.chance(0.3);
    if (fails) failed.add(id);
    // One that fails may have arrived all the same: a receiver that dies after it has stored the entry.
    if (!fails || random.chance(0.5)) {
      const { data } = JSON.parse(body) as { data: Entry };
      const { headers } = request;
      arrived.push({
        organization,
        entry: data,
        // The first delivery may be here before the answer that tells the secret.
        get signed() {
          return isSignedWith({ headers, body }, secrets.get(organization) ?? '');
        },
      });
    }
    if (fails) random.pick(failures)(response);
    else response.writeHead(204).end();
  };
  // The sender may end while it sends: then there is nobody to answer.
  const server = createServer((request, response) => void receive(request, response).catch(() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    addressOf: (organization) => `http://127.0.0.1:${port}/${organization}`,
    expect: (organization, secret) => void secrets.set(organization, secret),
    arrived,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
