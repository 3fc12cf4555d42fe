import '@patchbay/telemetry/fresh-modules';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startReceiver } from '../receiver.fixture.ts';
import { createTenant, startWebhook, type TestWebhook } from '../test-bed.fixture.ts';

const counted = vi.hoisted((): unknown[] => []);
const delays = vi.hoisted((): [number, unknown][] => []);
vi.mock(import('@patchbay/telemetry/metrics'), async (original) => ({
  ...(await original()),
  count: (metric, _value, labels) => void (metric === 'webhookDeliveries' && counted.push(labels)),
  observe: (metric, seconds, labels) => void (metric === 'webhookDelay' && delays.push([seconds, labels])),
}));

let service: TestWebhook;
beforeAll(async () => {
  service = await startWebhook();
});
afterEach(async () => {
  // Nothing of a test is sent in the next one.
  await service.sql(`update queues set due_at = 'infinity'`);
  counted.length = 0;
  delays.length = 0;
});
afterAll(() => service?.stop());

it('the first attempt is measured when it begins, by whether the receiver keeps up; later ones are only counted', async () => {
  const receiver = await startReceiver((response) => {
    void service.clock.advance(1_000).then(() => response.writeHead(500).end());
  });
  onTestFinished(() => receiver.stop());
  const tenant = createTenant(service);
  await tenant.create(receiver.url);
  await tenant.happen('user.updated');
  await service.clock.advance(2_000);
  await service.deliver();
  expect(counted).toEqual([{ outcome: 'retried' }]);
  expect(delays).toEqual([[2, { receiver: 'working' }]]);
  await service.clock.advance(10_000);
  await service.deliver();
  expect(counted).toHaveLength(2);
  expect(delays).toHaveLength(1);
});

it('a delivery that cannot be signed is counted as a fault of this installation', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  const tenant = createTenant(service);
  const { id } = await tenant.create(receiver.url);
  await service.sql(`update webhooks set sealed_secret = 'not sealed' where id = $1`, id);
  await tenant.happen('user.updated');
  await service.deliver();
  expect(counted).toEqual([{ outcome: 'ours' }]);
  expect(delays).toEqual([]);
  expect(receiver.received).toEqual([]);
});
