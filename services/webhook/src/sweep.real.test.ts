import { createLogger } from '@patchbay/telemetry/logger';
import { createSweep } from '@patchbay/worker/sweep';
import { expect, it, onTestFinished } from 'vitest';
import { expiredDeliveries } from './store/deliveries.ts';
import { createTenant, startWebhook } from './test-bed.fixture.ts';

it('deliveries are removed 30 days after they were queued, in batches, and one that is delivered again is kept', async () => {
  const service = await startWebhook();
  onTestFinished(() => service.stop());
  const logger = createLogger({ service: 'test', level: 'silent' });
  const sweep = createSweep({ db: service.db, expired: [expiredDeliveries], logger, batch: 10 });
  const tenant = createTenant(service);
  const { id: webhookId } = await tenant.create('http://localhost/');
  await tenant.happen(...Array<string>(25).fill('user.updated'));
  await service.clock.advance(1);
  await tenant.happen('user.updated');
  const again = (await tenant.deliveries(webhookId)).at(-1);
  await service.clock.jump(30 * 86_400_000 - 1);
  await service.webhooks.redeliver({ webhookId, deliveryId: again?.id ?? '' }, tenant.as());
  await sweep.runDue();
  expect((await tenant.deliveries(webhookId)).map(({ sequence }) => sequence)).toEqual([1n, 26n]);
});
