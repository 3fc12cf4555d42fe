import { createLogger } from '@patchbay/telemetry/logger';
import { createSweep } from '@patchbay/worker/sweep';
import { expect, it } from 'vitest';
import { expiredDeliveries } from './store/deliveries.ts';
import { createTenant, patiently, startWebhook } from './test-bed.fixture.ts';

it('deliveries are removed 30 days after they were queued, in batches, and one that is delivered again is kept', async () => {
  const service = await startWebhook({ workers: { concurrency: 0 } });
  const logger = createLogger({ service: 'test', level: 'silent' });
  const sweep = createSweep({
    db: service.db,
    expired: [expiredDeliveries],
    logger,
    intervalMs: 1,
    batch: 10,
  });
  try {
    const tenant = createTenant(service);
    const { id: webhookId } = await tenant.create('http://localhost/');
    await service.sql(
      `insert into deliveries (id, webhook_id, entry_id, sequence, action, body, status, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), n, 'user.updated', '{}', 'delivered',
         now() - case when n <= 25 then interval '30 days 1 minute' else interval '29 days 23 hours' end
       from generate_series(1, 30) n`,
      webhookId,
    );
    const again = (await tenant.deliveries(webhookId)).find(({ sequence }) => sequence === 1n);
    await service.webhooks.redeliver({ webhookId, deliveryId: again?.id ?? '' }, tenant.as());
    expect((await tenant.deliveries(webhookId))[0]).toMatchObject({ id: again?.id, status: 'pending' });
    await sweep.start?.();
    await expect
      .poll(
        async () =>
          (await tenant.deliveries(webhookId))
            .map(({ sequence }) => Number(sequence))
            .toSorted((a, b) => a - b),
        patiently,
      )
      .toEqual([1, 26, 27, 28, 29, 30]);
  } finally {
    await sweep.stop?.();
    await service.stop();
  }
});
