import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that arrived at a receiver. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, request: Received) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Takes the request and never answers. */
export const silence: Answer = () => {};

/** Receives deliveries on loopback. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The sequences of the entries that arrived. */
  readonly sequences: () => number[];
  /** Requests that are not answered yet, and the most of them at a time. */
  readonly open: { now: number; most: number };
  answer: Answer;
  /** Resolves when at least so many requests have arrived. */
  arrived(count: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startReceiver(answer: Answer = answerWith(204)): Promise<Receiver> {
  const received: Received[] = [];
  const open = { now: 0, most: 0 };
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.once('close', () => {
      open.now -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one = { path: request.url ?? '', headers: request.headers, body };
      received.push(one);
      receiver.answer(response, one);
      arrivals.emit('request');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    sequences: () =>
      received.map(({ body }) => (JSON.parse(body) as { data: { sequence: number } }).data.sequence),
    open,
    answer,
    async arrived(count) {
      while (received.length < count) await once(arrivals, 'request');
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
