import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, startWebhook, type TestWebhook } from '../test-bed.fixture.ts';
import { claimDeliveries, dueQueues, moveQueues } from './queues.ts';

let service: TestWebhook;
beforeAll(async () => {
  service = await startWebhook();
});
afterAll(() => service?.stop());

/** Blocks of tables and indexes that a statement reads, and its plan. It is rolled back. */
async function explain(text: string, values: readonly unknown[]): Promise<{ plan: string; blocks: number }> {
  const client = await service.db.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<Record<string, [{ Plan: Record<string, number> }]>>(
      `explain (analyze, buffers, format json) ${text}`,
      [...values],
    );
    const plan = rows[0]?.['QUERY PLAN']?.[0].Plan ?? {};
    return {
      plan: JSON.stringify(plan),
      blocks: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('a claim reads a bounded number of rows, however many are due, wait for later or were delivered', async () => {
  const { id } = await createTenant(service).create('http://localhost/');
  const now = service.clock.now();
  const later = new Date(now.getTime() + 3_600_000);
  const fill = (count: number, status: string, isReplay: boolean, next: Date | null) =>
    service.sql(
      `insert into deliveries (id, webhook_id, entry_id, sequence, action, body, status, is_replay, next_attempt_at, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), n, 'user.updated', '{}', $2, $3, $4, $5 from generate_series(1, $6::int) n`,
      id,
      status,
      isReplay,
      next,
      now,
      count,
    );
  const measure = async () => {
    await service.sql('update queues set due_at = $2 where webhook_id = $1', id, now);
    await service.asOwner('analyze deliveries, queues, webhooks');
    const claim = await explain(claimDeliveries.text, [[id], [10], later, now]);
    const move = await explain(moveQueues.text, [[id], now]);
    return { plan: claim.plan + move.plan, blocks: claim.blocks + move.blocks };
  };
  await fill(200, 'pending', false, now);
  const small = await measure();
  await fill(4_000, 'pending', false, now);
  await fill(4_000, 'pending', false, later);
  await fill(1_000, 'pending', true, now);
  await fill(3_000, 'delivered', false, null);
  const large = await measure();
  expect(large.plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"deliveries"/);
  expect(large.plan).toContain('deliveries_due');
  expect(large.blocks).toBeLessThan(3 * small.blocks + 200);
  const list = await explain(dueQueues.text, [service.clock.now()]);
  expect(list.blocks).toBeLessThan(50);
});

it('a list finds queues behind 1,000 others by its index', async () => {
  const organization = v7();
  await service.sql(
    `with made as (
       insert into webhooks (id, organization_id, url, description, actions, status, sealed_secret, created_by_email, created_at, updated_at)
       select gen_random_uuid(), $1, 'https://hooks.example/', '', '{}', 'active', 'x', 'ada@example.com', $2, $2
       from generate_series(1, 5000) returning id
     ) insert into queues select id, $1, $2 from made`,
    organization,
    service.clock.now(),
  );
  await service.asOwner('analyze queues');
  const { plan, blocks } = await explain(dueQueues.text, [service.clock.now()]);
  expect(plan).toContain('queues_due');
  expect(blocks).toBeLessThan(1_000);
});
