import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Code, createClient } from '@connectrpc/connect';
import { Health } from '@patchbay/contracts/grpc/health/v1/health';
import { createTestCallers } from '@patchbay/testing/callers';
import { expect, it, onTestFinished } from 'vitest';
import { createTransports } from './transports.ts';

it('a service has a transport to each service that it calls, which closes its connections when stopped', async () => {
  const server = createServer((_request, response) => response.writeHead(503).end());
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { transports, components } = createTransports('audit', {
    CALLING_KEYS: createTestCallers().callingKeys('audit'),
    ORGANIZATION_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  expect(Object.keys(transports)).toEqual(['organization']);
  expect(components.map(({ name }) => name)).toEqual(['calls to organization']);

  const connected = once(server, 'connection');
  await expect(createClient(Health, transports.organization).check({})).rejects.toMatchObject({
    code: Code.Unavailable,
  });
  const [socket] = await connected;
  const closed = once(socket, 'close');
  for (const component of components) await component.stop?.();
  await closed;
});

it('a service that calls no other has no transports and needs no key', () => {
  expect(createTransports('organization', {})).toEqual({ transports: {}, components: [] });
});
