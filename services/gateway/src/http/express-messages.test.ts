import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { expressMessages } from './express-messages.ts';

it('are those of the app from the beginning, so that it changes no prototype', async () => {
  const app = express();
  const messages = expressMessages(app);
  app.use((request, response) => void response.json({ ip: request.ip, app: request.app === app }));
  const unchanged: boolean[] = [];
  const server = createServer(messages, (request, response) => {
    const before = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
    app(request, response);
    const after = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
    unchanged.push(before[0] === after[0] && before[1] === after[1]);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } });
  expect(await response.json()).toEqual({ ip: '127.0.0.1', app: true });
  expect(unchanged).toEqual([true]);
});
