import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { createAuthority } from '@patchbay/testing/certificates';
import { expect, it } from 'vitest';
import { createRpcTransport, type RpcTransport } from './client/client.ts';
import { minterOf } from './fixtures/callers.fixture.ts';
import { emptyRoutes } from './fixtures/contracts.fixture.ts';
import { closing, start } from './fixtures/servers.fixture.ts';
import type { RpcServer } from './server/server.ts';
import type { RpcTls } from './tls.ts';

const authority = createAuthority();
const certificate = { ...authority.issue(['127.0.0.1']), ca: authority.certificate };

/** An address with several instances behind it, as a Service of Kubernetes: each connection goes to one of them. */
async function balance(instances: readonly RpcServer[]): Promise<number> {
  const server = createServer((socket) => {
    const instance = instances[Math.floor(Math.random() * instances.length)];
    const target = connect(instance?.port() ?? 0, '127.0.0.1');
    for (const [from, to] of [
      [socket, target],
      [target, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => server.close());
  return (server.address() as AddressInfo).port;
}

const startInstance = (tls: RpcTls): Promise<RpcServer> =>
  start({ service: 'audit', routes: emptyRoutes('audit'), tls });

it('TLS between services is introduced in three steps under traffic, and no call fails', {
  timeout: 60_000,
}, async () => {
  const instances = [await startInstance({}), await startInstance({})];
  const port = await balance(instances);
  const callerBy = (scheme: string): RpcTransport =>
    createRpcTransport({
      from: 'gateway',
      to: 'audit',
      baseUrl: `${scheme}://127.0.0.1:${port}`,
      tls: certificate,
      minter: minterOf('gateway'),
    });
  let caller = callerBy('http');
  const ending = new AbortController();
  const outcomes: string[] = [];
  const traffic = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const answered = createClient(AuditService, caller)
        .listAuditLogs({})
        .then(
          () => 'answered',
          (error: unknown) => String(error),
        );
      outcomes.push(await answered);
      await sleep(1);
    }
  };
  const running = Promise.all(Array.from({ length: 8 }, traffic));

  /** Replaces the instances and the caller at the same time, as a release of all services does. */
  const rollOut = async (tls: RpcTls, scheme: string): Promise<void> => {
    const replaceCaller = async (): Promise<void> => {
      await sleep(50);
      const old = caller;
      caller = callerBy(scheme);
      await old.close();
    };
    const replaceInstances = async (): Promise<void> => {
      for (const index of instances.keys()) {
        const old = instances[index];
        instances[index] = await startInstance(tls);
        old?.leave?.();
        await sleep(100);
        await old?.drain?.(AbortSignal.timeout(5_000));
        await old?.stop?.();
      }
    };
    await Promise.all([replaceInstances(), replaceCaller()]);
  };
  await rollOut({ ...certificate, acceptsPlain: true }, 'http');
  await rollOut({ ...certificate, acceptsPlain: true }, 'https');
  await rollOut(certificate, 'https');
  ending.abort();
  await running;
  await caller.close();
  expect(outcomes.filter((outcome) => outcome !== 'answered')).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(20);
});
