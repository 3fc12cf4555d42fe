import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createClient } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { createAuthority } from '@patchbay/testing/certificates';
import { expect, it } from 'vitest';
import { createRpcTransport, type RpcTransport } from './client/client.ts';
import { minterOf } from './fixtures/callers.fixture.ts';
import { emptyRoutes } from './fixtures/contracts.fixture.ts';
import { closing, start } from './fixtures/servers.fixture.ts';
import type { RpcServer } from './server/server.ts';

const authority = createAuthority();
const certificate = { ...authority.issue(['127.0.0.1']), ca: authority.certificate };

interface Instance {
  readonly server: RpcServer;
  /** Where it listens, by scheme. */
  readonly ports: Readonly<Record<string, number>>;
}

/** A step of docs/operations.md: the schemes that instances accept, and the one that callers send. */
interface Step {
  readonly accepted: readonly string[];
  readonly sent: string;
}
const plain: Step = { accepted: ['http'], sent: 'http' };
const plainSent: Step = { accepted: ['http', 'https'], sent: 'http' };
const plainAccepted: Step = { accepted: ['http', 'https'], sent: 'https' };
const plainRefused: Step = { accepted: ['https'], sent: 'https' };

/** Milliseconds for a call, longer than a machine may be busy with something else. */
const callMs = 100_000;

async function startInstance({ accepted }: Step): Promise<Instance> {
  const both = accepted.length === 2;
  const server = await start({
    service: 'audit',
    routes: emptyRoutes('audit'),
    maxTimeoutMs: callMs,
    ...(accepted.includes('https') && { tls: certificate }),
    ...(both && { plainPort: 0 }),
  });
  const ports = both
    ? { http: server.plainPort(), https: server.port() }
    : { [accepted[0] ?? '']: server.port() };
  return { server, ports };
}

/** A port with several instances behind it, as a Service of Kubernetes: each connection goes to one that listens for it. */
async function balance(instances: readonly Instance[], scheme: string): Promise<string> {
  const server = createServer((socket) => {
    const ports = instances.flatMap(({ ports: { [scheme]: port } }) => port ?? []);
    const target = connect(ports[Math.floor(Math.random() * ports.length)] ?? 0, '127.0.0.1');
    for (const [from, to] of [
      [socket, target],
      [target, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => server.close());
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('TLS between services is introduced in three steps and taken back under traffic, and no call fails', async () => {
  const instances = [await startInstance(plain), await startInstance(plain)];
  const urls: Readonly<Record<string, string>> = {
    http: await balance(instances, 'http'),
    https: await balance(instances, 'https'),
  };
  const callerBy = (scheme: string): RpcTransport =>
    createRpcTransport({
      from: 'gateway',
      to: 'audit',
      baseUrl: urls[scheme] ?? '',
      tls: certificate,
      minter: minterOf('gateway'),
      defaultTimeoutMs: callMs,
    });
  const callers = [callerBy(plain.sent), callerBy(plain.sent)];
  const ending = new AbortController();
  const outcomes: string[] = [];
  const events = new EventEmitter();
  const traffic = async (_: unknown, index: number): Promise<void> => {
    while (!ending.signal.aborted) {
      const caller = callers[index % 2] as RpcTransport;
      const answered = createClient(AuditService, caller)
        .listAuditLogs({})
        .then(
          () => 'answered',
          (error: unknown) => String(error),
        );
      outcomes.push(await answered);
      events.emit('outcome');
    }
  };
  const running = Promise.all(Array.from({ length: 8 }, traffic));
  /** Resolves after so many more calls that each kind of caller has made some of its own. */
  const moreTraffic = async (): Promise<void> => {
    for (const enough = outcomes.length + 40; outcomes.length < enough; ) await once(events, 'outcome');
  };

  const replaceCaller = async (index: number, { sent }: Step): Promise<void> => {
    const old = callers[index];
    callers[index] = callerBy(sent);
    await moreTraffic();
    await old?.close();
  };
  /** One caller moves before the instances, the other after them. */
  const rollOut = async (step: Step): Promise<void> => {
    await replaceCaller(0, step);
    for (const index of instances.keys()) {
      const old = instances[index]?.server;
      instances[index] = await startInstance(step);
      old?.leave?.();
      await moreTraffic();
      await old?.drain?.(new AbortController().signal);
      await old?.stop?.();
    }
    await replaceCaller(1, step);
  };
  for (const step of [plainSent, plainAccepted, plainRefused, plainAccepted, plainSent, plain])
    await rollOut(step);
  ending.abort();
  await running;
  for (const caller of callers) await caller.close();
  expect(outcomes.filter((outcome) => outcome !== 'answered')).toEqual([]);
});
