import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Code, createClient } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { expect, it, onTestFinished } from 'vitest';
import { minterOf } from '../fixtures/callers.fixture.ts';
import { failureOf } from '../fixtures/failure.fixture.ts';
import { createRpcTransport } from './client.ts';

it('a transport that is stopped, even twice, has closed its connections and takes no further call', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/proto', 'content-length': '0' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const transport = createRpcTransport({
    from: 'gateway',
    to: 'identity',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    minter: minterOf('gateway'),
  });
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const client = createClient(IdentityService, transport);
  await client.authenticate({});
  const [socket] = await connected;
  const closed = once(socket, 'close');
  await Promise.all([transport.component.stop?.(), transport.component.stop?.()]);
  await closed;
  expect(transport.component.name).toBe('calls to identity');
  expect((await failureOf(client.authenticate({}))).code).toBe(Code.Unavailable);
});
