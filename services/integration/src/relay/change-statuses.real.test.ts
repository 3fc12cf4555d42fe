import { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import type { Routes } from '@patchbay/rpc/server';
import { type BodyClient, createBodyClient } from '@patchbay/rpc/service-client';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createTestCallers } from '@patchbay/testing/callers';
import { createLog } from '@patchbay/testing/log';
import { startTcpProxy, type TcpProxy } from '@patchbay/testing/tcp-proxy';
import type { Worker } from '@patchbay/worker/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AttemptBed, criteoFields, startAttemptBed } from '../attempts/attempts.fixture.ts';
import { rotating } from '../attempts/rotating-provider.fixture.ts';
import { providers as shipped } from '../providers/index.ts';
import { installationsWithoutSecretsOf } from '../providers/providers-file.ts';
import type { Tenant } from '../tenant.fixture.ts';
import { build } from './app.ts';

/** Integration has its own way to Postgres. That of the relay can be closed. */
let bed: AttemptBed;
let postgres: TcpProxy;
let statuses: Worker;
let relay: BodyClient<typeof RelayService.method.relay>;
const log = createLog();
/** Milliseconds. */
const timeoutMs = 60_000;
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  bed = await startAttemptBed();
  ending.unshift(() => bed.stop());
  postgres = await startTcpProxy(bed.service.url);
  ending.unshift(() => postgres.close());
  const callers = createTestCallers();
  const transport = (from: 'gateway' | 'relay', to: 'relay' | 'integration', routes: Routes = () => {}) =>
    createInProcessTransport({
      from,
      to,
      routes,
      verifier: callers.verifier(to),
      minter: callers.minter(from),
      logger: log.logger,
    });
  const providers = [...shipped, rotating];
  const { routes, components } = build(
    {
      database: { url: postgres.url },
      providers,
      installations: installationsWithoutSecretsOf(providers).parse(bed.adProviders.installations),
    },
    {
      integration: transport('relay', 'integration'),
      sealer: bed.service.sealer,
      logger: log.logger,
      outgoing: bed.outgoing,
      clock: bed.service.clock,
    },
  );
  statuses = components.find(({ name }) => name === 'statuses of relayed changes') as Worker;
  const runtime = createRuntime(components, log.logger);
  await runtime.start();
  ending.unshift(() => runtime.stop());
  relay = createBodyClient(RelayService.method.relay, 'relay', transport('gateway', 'relay', routes));
});
afterAll(async () => {
  for (const end of ending) await end();
});

const adSet = (number: number) => `marketing-solutions/ad-sets/${number}/audience`;

/** Relays a change; Postgres goes away for the relay after the provider has the request, and before it answers. */
async function answeredWhileAway(tenant: Tenant, path: string): Promise<number> {
  const { id: integrationId } = await tenant.create({ access: 'manage' });
  await bed.service.integrations.connectIntegration({ integrationId, fields: criteoFields }, tenant.as());
  await tenant.trail();
  const letGo = bed.adProviders.of('criteo').hold();
  const request = {
    integrationId,
    api: 'marketing',
    method: 'PUT',
    path,
    headers: [{ name: 'content-type', value: 'application/json' }],
  };
  const answer = relay(request, Buffer.from('{"data":{}}'), { ...tenant.as('admin'), timeoutMs });
  await bed.requested('criteo', `/2026-07/${path}`, 1);
  await postgres.close();
  letGo();
  return (await answer).message.status;
}

const sql = async (text: string, ...values: unknown[]) =>
  (await bed.service.db.pool.query<Record<string, unknown>>(text, values)).rows;

const notesOf = (tenant: Tenant) =>
  sql(
    `select id, status, answered_at, overdue_at from sent_changes where event -> 'about' ->> 'organizationId' = $1`,
    tenant.organizationId,
  );

/** Postgres is back: the relay writes what it has kept, and integration records it. */
async function writeAndRecord(): Promise<void> {
  await postgres.open();
  await statuses.runDue();
  await bed.service.runDue('trail of uses');
}

const lostLines = () => log.lines.filter(({ msg }) => msg === 'status of a relayed change was lost');

it('a change that was answered while Postgres was away is in the trail once, with its status, when Postgres is back', async () => {
  const tenant = bed.newTenant();
  expect(await answeredWhileAway(tenant, adSet(7))).toBe(200);
  expect(await notesOf(tenant)).toMatchObject([{ status: null, answered_at: null }]);
  await writeAndRecord();
  expect(await notesOf(tenant)).toEqual([]);
  const entries = await tenant.trail();
  expect(entries.map(({ action }) => action)).toEqual(['integration.request_sent']);
  // All that an entry tells of a change: never a query, a body or a header.
  expect(entries[0]?.metadata).toEqual({
    provider: 'criteo',
    api: 'marketing',
    method: 'PUT',
    path: `/${adSet(7)}`,
    account: null,
    status: 200,
    grantId: null,
  });
  expect(lostLines()).toEqual([]);
});

it('a change that is overdue when Postgres is back has the status that its relay has kept', async () => {
  const tenant = bed.newTenant();
  expect(await answeredWhileAway(tenant, adSet(8))).toBe(200);
  // Postgres was away for ten minutes, and integration reaches it before the relay.
  await bed.service.clock.advance(600_000);
  await bed.service.runDue('trail of uses');
  expect(await notesOf(tenant)).toMatchObject([{ overdue_at: bed.service.clock.now() }]);
  await bed.service.clock.advance(30_000);
  await bed.service.runDue('trail of uses');
  expect(await notesOf(tenant)).toHaveLength(1);
  await writeAndRecord();
  expect(await notesOf(tenant)).toEqual([]);
  expect(await tenant.trail()).toMatchObject([{ metadata: { status: 200 } }]);
  expect(lostLines()).toEqual([]);
});
