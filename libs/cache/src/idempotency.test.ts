import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { createIdempotencyStore } from './idempotency.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const request = { key: 'order-1', scope: ['user 1', 'POST /things'], body: '{"name":"a"}' };

/** Begins a request and fails unless it is the first with its key. */
const first = async (store: ReturnType<typeof createIdempotencyStore>) => {
  const attempt = await store.begin(request);
  if (attempt.state !== 'first') throw new Error(`expected to be the first, but: ${attempt.state}`);
  return attempt;
};

describe('idempotency in the process', () => {
  it('lets one request go ahead and gives its answer to the others', async () => {
    const store = createIdempotencyStore({ logger });
    const { keep } = await first(store);
    expect(await store.begin(request)).toEqual({ state: 'running' });
    await keep('answer');
    expect(await store.begin(request)).toEqual({ state: 'answered', answer: 'answer' });
    expect(await store.begin({ ...request, body: 'other' })).toEqual({ state: 'answered another body' });
  });

  it('frees the key of a request that failed, for any body', async () => {
    const store = createIdempotencyStore({ logger });
    await (await first(store)).release();
    expect(await store.begin({ ...request, body: 'other' })).toMatchObject({ state: 'first' });
  });

  it('tells scopes apart', async () => {
    const store = createIdempotencyStore({ logger });
    await (await first(store)).keep('answer');
    expect(await store.begin({ ...request, scope: ['user 2', 'POST /things'] })).toMatchObject({
      state: 'first',
    });
  });
});
