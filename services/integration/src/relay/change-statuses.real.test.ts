import type { ConnectRouter } from '@connectrpc/connect';
import { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createTestCallers } from '@patchbay/testing/callers';
import { createLog } from '@patchbay/testing/log';
import { startTcpProxy, type TcpProxy } from '@patchbay/testing/tcp-proxy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AttemptBed, criteoFields, patiently, startAttemptBed } from '../attempts/attempts.fixture.ts';
import { rotating } from '../attempts/rotating-provider.fixture.ts';
import { providers as shipped } from '../providers/index.ts';
import { installationsOf } from '../providers/providers-file.ts';
import type { Tenant } from '../tenant.fixture.ts';
import { build } from './app.ts';

/** Integration records changes all the time, and has its own way to Postgres. That of the relay can be closed. */
let bed: AttemptBed;
let postgres: TcpProxy;
let client: ReturnType<typeof createServiceClient<typeof RelayService>>;
const log = createLog();
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  bed = await startAttemptBed({ pollMs: 50 });
  ending.unshift(() => bed.stop());
  postgres = await startTcpProxy(bed.service.url);
  ending.unshift(() => postgres.close());
  const callers = createTestCallers();
  const transport = (
    from: 'gateway' | 'relay',
    to: 'relay' | 'integration',
    routes: (router: ConnectRouter) => void = () => {},
  ) =>
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
      installations: installationsOf(providers).parse(bed.adProviders.installations),
    },
    {
      integration: transport('relay', 'integration'),
      sealer: bed.service.sealer,
      logger: log.logger,
      outgoing: bed.outgoing,
    },
  );
  const runtime = createRuntime(components, log.logger);
  await runtime.start();
  ending.unshift(() => runtime.stop());
  client = createServiceClient(RelayService, 'relay', transport('gateway', 'relay', routes));
});
afterAll(async () => {
  for (const end of ending) await end();
});

const adSet = (number: number) => `marketing-solutions/ad-sets/${number}/audience`;

/** Relays a change; Postgres goes away for the relay after the provider has the request, and before it answers. */
async function answeredWhileAway(tenant: Tenant, path: string): Promise<number | undefined> {
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
    body: Buffer.from('{"data":{}}'),
  };
  const answer = Array.fromAsync(client.relay(request, tenant.as('admin')));
  await expect.poll(() => bed.requests('criteo', `/2026-07/${path}`).length, patiently).toBe(1);
  await postgres.close();
  letGo();
  const [first] = await answer;
  return first?.part.case === 'head' ? first.part.value.status : undefined;
}

const sql = async (text: string, ...values: unknown[]) =>
  (await bed.service.db.pool.query<Record<string, unknown>>(text, values)).rows;

const notesOf = (tenant: Tenant) =>
  sql(
    `select id, status, answered_at, overdue_at from sent_changes where event -> 'about' ->> 'organizationId' = $1`,
    tenant.organizationId,
  );

const lostLines = () => log.lines.filter(({ msg }) => msg === 'status of a relayed change was lost');

it('a change that was answered while Postgres was away is in the trail once, with its status, when Postgres is back', async () => {
  const tenant = bed.newTenant();
  expect(await answeredWhileAway(tenant, adSet(7))).toBe(200);
  expect(await notesOf(tenant)).toMatchObject([{ status: null, answered_at: null }]);
  await postgres.open();
  await expect.poll(() => notesOf(tenant), patiently).toEqual([]);
  expect(await tenant.trail()).toMatchObject([
    { action: 'integration.request_sent', metadata: { path: `/${adSet(7)}`, status: 200 } },
  ]);
  expect(lostLines()).toEqual([]);
});

it('a change that is overdue when Postgres is back has the status that its relay has kept', async () => {
  const tenant = bed.newTenant();
  expect(await answeredWhileAway(tenant, adSet(8))).toBe(200);
  // As if Postgres had been away for ten minutes, and integration reached it before the relay.
  await sql(`update sent_changes set sent_at = now() - interval '10 minutes'`);
  await expect.poll(() => notesOf(tenant), patiently).toMatchObject([{ overdue_at: expect.any(Date) }]);
  // Integration takes this one in a round that begins later.
  await sql(
    `insert into sent_changes (id, event, call, status, answered_at)
     select gen_random_uuid(), event, call, 418, now() from sent_changes`,
  );
  await expect.poll(() => notesOf(tenant), patiently).toHaveLength(1);
  // However slow this machine is: the grace does not end before the relay has written.
  await sql(`update sent_changes set overdue_at = now() + interval '1 hour'`);
  await postgres.open();
  await expect.poll(() => notesOf(tenant), patiently).toEqual([]);
  expect(await tenant.trail()).toMatchObject([{ metadata: { status: 418 } }, { metadata: { status: 200 } }]);
  expect(lostLines()).toEqual([]);
});
