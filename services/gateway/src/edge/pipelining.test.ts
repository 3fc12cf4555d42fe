import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { createHttpServer } from '@patchbay/http/http-server';
import { createLogger } from '@patchbay/telemetry/logger';
import { waitFor } from '@patchbay/testing/wait';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { startGateway } from '../testing/gateway.ts';
import { boundPipelining } from './pipelining.ts';

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A server that answers `/first` when the test does, and everything else at once. */
async function start() {
  const taken: (string | undefined)[] = [];
  const first = Promise.withResolvers<ServerResponse>();
  const answer: RequestHandler = ({ url }, response) => {
    taken.push(url);
    if (url === '/first') first.resolve(response);
    else response.end(url);
  };
  const refuse: ErrorRequestHandler = (_error, _request, response, _next) =>
    void response.writeHead(503).end('refused');
  const logger = createLogger({ service: 'gateway', level: 'silent' });
  const app = express().use(boundPipelining(), answer, refuse);
  const server = createHttpServer(app, { port: 0 }, { service: 'gateway', headers: [], logger });
  await server.start?.();
  onTestFinished(() => server.stop?.());
  return { port: server.port(), taken, first: first.promise };
}

it('eight requests may wait behind the one that is answered; the next is refused, later ones are dropped', async () => {
  const { port, taken, first } = await start();
  const socket = await open(port);
  socket.write(get('/first') + get('/next').repeat(3_000));
  const response = await first;
  socket.write(get('/later').repeat(10));
  await waitFor(() => taken.length === 9, { what: 'the requests', intervalMs: 2 });
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  response.end('/first');
  await once(socket, 'close');
  const statuses = [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => '200'), '503']);
  expect(taken).toEqual(['/first', ...Array.from({ length: 8 }, () => '/next')]);
});

it('a connection may send further requests when earlier ones are answered', async () => {
  const { port, taken } = await start();
  const socket = await open(port);
  for (let round = 1; round <= 3; round += 1) {
    socket.write(get('/next').repeat(8));
    let received = '';
    while (received.split('/next').length <= 8) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      received += chunk.toString();
    }
    expect(taken).toHaveLength(round * 8);
  }
});

it('the gateway answers others while clients pipeline thousands of requests and do not read', async () => {
  const { port, fetch } = await startGateway({ config: { maxConcurrentRequests: 16 } });
  const sockets = await Promise.all([open(port), open(port), open(port)]);
  for (const socket of sockets) {
    socket.pause();
    socket.write(get('/docs/scalar.js').repeat(6) + get('/version').repeat(3_000));
  }
  for (let count = 0; count < 20; count += 1) expect((await fetch('/version')).status).toBe(200);
});

it('the refusal of a pipelined request says why and closes the connection', async () => {
  const { port } = await startGateway();
  const socket = await open(port);
  socket.write(get('/version').repeat(50));
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'close');
  expect(received.match(/HTTP\/1.1 /g)?.length).toBeLessThan(50);
  expect(received).toContain('At most 8 requests of a connection may wait');
  expect(received.toLowerCase()).toContain('connection: close');
});
