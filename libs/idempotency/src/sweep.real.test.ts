import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScratchService, type ScratchService } from './scratch-service.fixture.ts';
import { deleteExpiredAnswers } from './sweep.ts';

let service: ScratchService;
beforeAll(async () => {
  service = await createScratchService();
});
afterAll(() => service?.drop());

it('deletes expired answers in batches, and leaves the others', async () => {
  for (const key of ['a', 'b', 'c']) await service.create(key, key);
  await service.database.pool.query('update idempotency_keys set expires_at = now()');
  const { id } = await service.create('d', 'd');
  expect(await deleteExpiredAnswers(service.database, 2)).toBe(true);
  expect(await service.keys()).toBe(2);
  expect(await deleteExpiredAnswers(service.database, 2)).toBe(false);
  expect(await service.keys()).toBe(1);
  expect(await deleteExpiredAnswers(service.database)).toBe(false);
  expect(await service.create('d', 'd')).toEqual({ id, outcome: 'replayed' });
});
