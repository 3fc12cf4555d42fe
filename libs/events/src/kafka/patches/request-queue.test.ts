import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshModule } from './fresh-module.fixture.ts';
import {
  patchRequestQueue,
  type RequestQueue,
  type RequestQueueClass,
  requestQueueModule,
} from './request-queue.ts';

/** Members of kafkajs' queue that its connections use and the patch does not. */
interface WholeQueue extends RequestQueue {
  push(request: unknown): void;
  fulfillRequest(answer: { correlationId: number; payload: Buffer; size: number }): void;
  maybeThrottle(ms: number): void;
}

const silent = { debug() {}, warn() {} };

function createQueue({
  patched = true,
  maxInFlightRequests = null as number | null,
  enforceRequestTimeout = false,
} = {}) {
  const queueClass = freshModule(requestQueueModule) as RequestQueueClass;
  if (patched) patchRequestQueue(queueClass);
  const queue = new queueClass({
    maxInFlightRequests,
    requestTimeout: 1_500,
    enforceRequestTimeout,
    clientId: 'test',
    broker: 'broker:9092',
    logger: silent,
  }) as WholeQueue;
  const sent: number[] = [];
  const failed: number[] = [];
  const push = (correlationId: number): void =>
    queue.push({
      entry: { correlationId, resolve() {}, reject: () => void failed.push(correlationId) },
      expectResponse: true,
      sendRequest: () => void sent.push(correlationId),
    });
  const answer = (correlationId: number): void =>
    queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 });
  return { queue, sent, failed, push, answer };
}

describe('the request queue of a connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('the request queue of kafkajs keeps a timer after its requests are answered: else the patch is no longer needed', () => {
    const { push, answer } = createQueue({ patched: false, maxInFlightRequests: 1 });
    push(1);
    push(2);
    answer(1);
    answer(2);
    vi.advanceTimersByTime(10);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('the patched request queue has no timer after its requests are answered', () => {
    const { push, answer, sent } = createQueue();
    push(1);
    answer(1);
    expect(sent).toEqual([1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the patched request queue sends a request that waited for an answer, and has no timer after that', () => {
    const { push, answer, sent } = createQueue({ maxInFlightRequests: 1 });
    push(1);
    push(2);
    expect(sent).toEqual([1]);
    answer(1);
    answer(2);
    expect(sent).toEqual([1, 2]);
    vi.advanceTimersByTime(10);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the patched request queue sends a throttled request when the throttling ends, with one timer', () => {
    const { queue, push, answer, sent } = createQueue();
    queue.maybeThrottle(500);
    push(1);
    expect(sent).toEqual([]);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(501);
    expect(sent).toEqual([1]);
    answer(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the patched request queue fails a request without an answer at most a second after its time limit', () => {
    const { queue, push, answer, failed } = createQueue({ enforceRequestTimeout: true });
    queue.scheduleRequestTimeoutCheck();
    push(1);
    push(2);
    answer(2);
    vi.advanceTimersByTime(1_500);
    expect(failed).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(failed).toEqual([1]);
    queue.destroy();
    expect(vi.getTimerCount()).toBe(0);
  });
});
