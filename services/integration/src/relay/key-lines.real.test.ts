import { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import type { Routes } from '@patchbay/rpc/server';
import { createBodyClient } from '@patchbay/rpc/service-client';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestCallers } from '@patchbay/testing/callers';
import { v7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { createTenant } from '../tenant.fixture.ts';
import { startIntegration } from '../test-bed.fixture.ts';
import { build } from './app.ts';

/** Milliseconds. */
const timeoutMs = 60_000;
const logger = createLogger({ service: 'test', level: 'silent' });

it('a grant holds for every key of its line, and for no other', async () => {
  const service = await startIntegration();
  onTestFinished(() => service.stop());
  const callers = createTestCallers();
  const transport = (from: 'gateway' | 'relay', to: 'relay' | 'integration', routes: Routes = () => {}) =>
    createInProcessTransport({
      from,
      to,
      routes,
      verifier: callers.verifier(to),
      minter: callers.minter(from),
      logger,
    });
  const { routes, components } = build(
    { database: { url: service.url }, installations: {} },
    { integration: transport('relay', 'integration'), sealer: service.sealer, logger },
  );
  const runtime = createRuntime(components, logger);
  await runtime.start();
  onTestFinished(() => runtime.stop());
  const relay = createBodyClient(RelayService.method.relay, 'relay', transport('gateway', 'relay', routes));

  const tenant = createTenant(service);
  const { id: integrationId } = await tenant.create();
  const lineId = v7();
  await service.uses.createGrant(
    {
      integrationId,
      grantee: {
        case: 'key',
        value: { id: v7(), lineId, name: 'Reports', prefix: 'pby_0123456789A' },
      },
      access: 'read',
      reach: { case: 'everyAccount', value: true },
    },
    tenant.as('admin'),
  );
  const relayed = (options: ReturnType<typeof tenant.byKey>) =>
    relay({ integrationId, api: 'marketing', method: 'GET', path: 'campaigns' }, new Uint8Array(), {
      ...options,
      timeoutMs,
    });
  // The integration was never connected, which only those who may use it learn.
  for (const options of [tenant.byKey({ lineId }), tenant.byKey({ lineId })])
    await expect(relayed(options)).rejects.toMatchObject({ code: 'conflict' });
  await expect(relayed(tenant.byKey())).rejects.toMatchObject({ code: 'forbidden' });
});
