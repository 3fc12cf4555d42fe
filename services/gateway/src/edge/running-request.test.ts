import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitFor } from '@patchbay/testing/wait';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bearer, startGateway } from '../testing/gateway.ts';
import { headOf, openRequest } from '../testing/open-request.ts';

const config = { maxConcurrentRequests: 1 };
const limits = { signInLinkPerAddress: { limit: 100, windowSeconds: 60 } };
const body = JSON.stringify({ email: 'ada@acme.example' });

/** Sends the headers of a request, and not yet its body. */
async function openPost(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const head = [
    'POST /v1/auth/magic-link HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The gateway reads the body from here on.
  expect(String((await once(socket, 'data'))[0])).toContain('100 Continue');
  return socket;
}

async function sendBody(socket: Socket): Promise<string> {
  socket.write(body);
  return String((await once(socket, 'data'))[0]);
}

describe('a request whose body is on its way', () => {
  it('a request whose body is still arriving does not count as running, so that slow clients do not block others', async () => {
    const { port, fetch } = await startGateway({ config, limits });
    const sockets = [await openPost(port), await openPost(port), await openPost(port)];
    expect((await fetch('/version')).status).toBe(200);
    for (const socket of sockets) expect(await sendBody(socket)).toContain('HTTP/1.1 202 ');
    expect((await fetch('/version')).status).toBe(200);
  });

  it('a request whose body has arrived is refused with 503 when too many requests run', async () => {
    const going = Promise.withResolvers<void>();
    let calls = 0;
    const { port } = await startGateway({
      config,
      limits,
      implementations: {
        identity: {
          requestSignInLink: async () => {
            calls += 1;
            await going.promise;
            return {};
          },
        },
      },
    });
    const sockets: Socket[] = [];
    for (let count = 0; count < 10; count += 1) sockets.push(await openPost(port));
    const answers = sockets.map((socket) => sendBody(socket));
    const refused = await Promise.race(answers);
    expect(refused).toMatch(/^HTTP\/1.1 503 /);
    expect(refused.toLowerCase()).toMatch(/retry-after: [1-5]\r\n/);
    expect(refused).toContain('The service is overloaded.');
    await waitFor(() => calls === 1, { what: 'the one that runs' });
    going.resolve();
    const statuses = (await Promise.all(answers)).map((answer) => answer.slice(9, 12));
    expect(statuses.toSorted()).toEqual(['202', ...Array.from({ length: 9 }, () => '503')]);
    expect(calls).toBe(1);
  });

  it('a request counts as running while its caller is authenticated, before its body is read', async () => {
    const begun = Promise.withResolvers<void>();
    const { port, fetch } = await startGateway({
      config,
      implementations: {
        identity: {
          authenticate: () => {
            begun.resolve();
            return new Promise(() => {});
          },
        },
      },
    });
    openRequest(port, '/v1/organizations/acme/workspaces', 'POST', '{"name":"Acme"}');
    await begun.promise;
    expect((await fetch('/version')).status).toBe(503);
  });
});

it('a streamed answer that has begun does not count as running, because it has a bound of its own', async () => {
  const { port, fetch } = await startGateway({
    config,
    implementations: {
      audit: {
        exportAuditLogs: async function* (_, { signal }) {
          yield { lines: Buffer.from('{"sequence":1}\n') };
          await once(signal, 'abort');
        },
      },
    },
  });
  const opened = openRequest(port, '/v1/organizations/acme/audit-logs/export', 'GET', undefined, bearer);
  expect((await headOf(opened)).statusCode).toBe(200);
  expect((await fetch('/version')).status).toBe(200);
});
