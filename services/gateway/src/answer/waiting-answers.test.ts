import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createLog } from '@patchbay/testing/log';
import { waitFor } from '@patchbay/testing/wait';
import { expect, it, onTestFinished } from 'vitest';
import { Exchange } from '../request/exchange.ts';
import { sendBody } from './answer.ts';
import { createWaitingAnswers } from './waiting-answers.ts';

/** More than the kernel buffers of a connection. */
const size = 16 * 1024 * 1024;

/** A server whose answers may wait for their readers with `answers` times `size` bytes, an eighth of them of one caller. */
async function start(answers: number) {
  const { logger, lines } = createLog();
  const countWaiting = createWaitingAnswers(logger, answers * size);
  const body = Buffer.alloc(size, ' ');
  let handed = 0;
  const server = createServer((incoming, response) => {
    const exchange = new Exchange(incoming, response, 1);
    sendBody(exchange, 200, 'text/plain', body);
    countWaiting(exchange);
    handed += 1;
  });
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const handedOver = (count: number) => waitFor(() => handed === count, { what: 'the answers' });

  /** An answer that nobody reads yet. */
  const ask = async (client: string): Promise<IncomingMessage> => {
    const headers = { 'x-forwarded-for': client };
    const asked = request({ port, headers, agent: false }).on('error', () => {});
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer.on('error', () => {}).pause();
  };

  /** Several requests on one connection, whose answers nobody reads. */
  const pipeline = async (client: string, count: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n\r\n`.repeat(count));
    return socket;
  };

  const closed = () => lines.map(({ clientAddress }) => clientAddress);
  return { ask, pipeline, handedOver, closed };
}

/** The bytes that arrive before the connection ends. */
async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of answer) bytes += (chunk as Buffer).byteLength;
  } catch {
    // Cut off.
  }
  return bytes;
}

it('a caller beyond an eighth of the bound loses the answer that waits longest, and nobody else does', async () => {
  const { ask, closed } = await start(16);
  const other = await ask('192.0.2.2');
  const oldest = await ask('192.0.2.1');
  const newer = await ask('192.0.2.1');
  expect(closed()).toEqual([]);
  const last = await ask('192.0.2.1');
  expect(closed()).toEqual(['192.0.2.1']);
  expect(await bytesOf(oldest)).toBeLessThan(size);
  for (const answer of [other, newer, last]) expect(await bytesOf(answer)).toBe(size);
});

it('an answer that was taken does not count any more', async () => {
  const { ask, closed } = await start(8);
  for (let count = 0; count < 4; count += 1) expect(await bytesOf(await ask('192.0.2.1'))).toBe(size);
  expect(closed()).toEqual([]);
});

it('answers that wait behind another of their connection count too, and end with it', async () => {
  const { ask, pipeline, handedOver, closed } = await start(24);
  const socket = await pipeline('192.0.2.1', 3);
  await handedOver(3);
  expect(closed()).toEqual([]);
  const other = await ask('192.0.2.1');
  expect(closed()).toEqual(['192.0.2.1']);
  socket.resume();
  await once(socket, 'close');
  const more = [other, await ask('192.0.2.1'), await ask('192.0.2.1')];
  expect(closed()).toEqual(['192.0.2.1']);
  for (const answer of more) expect(await bytesOf(answer)).toBe(size);
});

/** A stand-in for the socket of a client: the kernel of a real one would take these answers by itself. */
class Client extends EventEmitter {
  readonly response = Object.assign(new EventEmitter(), { writableLength: 1 });
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

const kilobyte = 1_000;

/** Answers somebody from one address, who does not take it yet. */
function waiting(maxBytes?: number) {
  const countWaiting = createWaitingAnswers(createLog().logger, maxBytes);
  return (callerId: string | undefined, bytes: number): Client => {
    const socket = new Client();
    const { response } = socket;
    countWaiting({ request: { socket }, response, ipAddress: '192.0.2.1', bytes } as never, callerId);
    return socket;
  };
}

it('many callers that hold answers within their shares lose those that wait longest, and somebody who reads loses none', () => {
  const ask = waiting();
  const held = Array.from({ length: 100 }, (_, index) => ask(`caller ${index}`, 650 * kilobyte));
  for (let count = 0; count < 20; count += 1) {
    const reader = ask('reader', 1_000 * kilobyte);
    expect(reader.destroyed).toBe(false);
    held.push(ask(`caller ${count}`, 650 * kilobyte));
    expect(reader.destroyed).toBe(false);
    reader.response.emit('close');
  }
  const closed = held.filter(({ destroyed }) => destroyed);
  expect(closed).toEqual(held.slice(0, closed.length));
  expect(closed.length).toBeGreaterThan(0);
  expect((held.length - closed.length) * 650 * kilobyte).toBeLessThanOrEqual(64 * 1024 * 1024);
});

it('people and keys behind one address have a share each', () => {
  const share = 10 * kilobyte;
  const ask = waiting(8 * share);
  const [ada, bob, nobody] = [ask('ada', share), ask('bob', share), ask(undefined, share)];
  ask('ada', share);
  expect([ada, bob, nobody].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  ask(undefined, share);
  expect([bob, nobody].map(({ destroyed }) => destroyed)).toEqual([false, true]);
});
