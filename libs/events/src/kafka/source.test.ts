import '@patchbay/telemetry/fresh-modules';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import type { Cluster, ConsumerConfig, Kafka } from 'kafkajs';
import { describe, expect, it, vi } from 'vitest';
import { createKafkaSource } from './source.ts';

const gauge = vi.hoisted((): { value?: number } => ({}));
vi.mock('@patchbay/telemetry/metrics', () => ({
  watch() {},
  set: (_metric: string, value: number) => void (gauge.value = value),
}));

/** A consumer on a cluster whose answers the test gives. */
function setUp() {
  const calls: string[] = [];
  const listeners = new Map<string, (event: { payload: unknown }) => void>();
  const connected = Promise.withResolvers<void>();
  const coordinator = Promise.withResolvers<void>();
  const cluster = {
    async findGroupCoordinator() {
      calls.push('find predecessor');
      await coordinator.promise;
      return { describeGroups: async () => ({ groups: [] }) };
    },
  } as unknown as Cluster;
  const consumer = {
    events: { CRASH: 'crash', GROUP_JOIN: 'join', HEARTBEAT: 'heartbeat', FETCH: 'fetch' },
    on: (name: string, listener: () => void) => void listeners.set(name, listener),
    async connect() {
      calls.push('connect');
      await connected.promise;
    },
    subscribe: async () => {},
    run: async () => void calls.push('run'),
    disconnect: async () => void calls.push('disconnect'),
  };
  const kafka = {
    consumer({ partitionAssigners = [] }: ConsumerConfig) {
      for (const assigner of partitionAssigners) assigner({ cluster, groupId: 'g', logger: {} as never });
      return consumer;
    },
    admin: () => ({ connect: () => new Promise(() => {}), disconnect: async () => {} }),
  } as unknown as Kafka;
  const { logger, lines } = createLog();
  const clock = createManualClock();
  const topics = { ensure: async () => {}, forget() {} };
  const component = createKafkaSource({ kafka, topics, clientId: 'c', logger, clock }).subscribe({
    group: 'g',
    topics: ['t'],
    handle: async () => {},
  });
  return {
    component,
    clock,
    calls,
    connected,
    coordinator,
    emit: (name: string, payload: unknown = {}) => listeners.get(name)?.({ payload }),
    messages: () => lines.filter(({ level }) => level !== 'debug').map(({ msg }) => msg),
  };
}

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe('a consumer that is stopped', () => {
  it('a consumer that is stopped while it connects neither removes a predecessor nor joins', async () => {
    const { component, calls, connected } = setUp();
    await component.start?.();
    await settle();
    const stopped = component.stop?.();
    connected.resolve();
    await stopped;
    expect(calls).toEqual(['connect', 'disconnect']);
  });

  it('a consumer that is stopped while it removes a predecessor does not join', async () => {
    const { component, calls, connected, coordinator } = setUp();
    connected.resolve();
    await component.start?.();
    await settle();
    const stopped = component.stop?.();
    coordinator.resolve();
    await stopped;
    expect(calls).toEqual(['connect', 'find predecessor', 'disconnect']);
  });
});

describe('a consumer that has joined', () => {
  it('a consumer is not running 10 s after the last answer from Kafka, long before kafkajs gives up', async () => {
    const { component, clock, connected, coordinator, emit, messages } = setUp();
    connected.resolve();
    coordinator.resolve();
    await component.start?.();
    await settle();
    emit('join');
    for (let second = 0; second < 20; second += 1) {
      await clock.advance(1_000);
      emit('heartbeat');
    }
    expect([component.trouble?.(), gauge.value]).toEqual([undefined, 1]);
    for (let second = 0; second < 10; second += 1) {
      await clock.advance(1_000);
      emit('fetch');
    }
    expect([component.trouble?.(), gauge.value]).toEqual(['Kafka: no answer from Kafka', 0]);
    emit('heartbeat');
    expect([component.trouble?.(), gauge.value]).toEqual([undefined, 1]);
    expect(messages()).toEqual(['consumer got no answer from Kafka', 'consumer recovered']);
    await component.stop?.();
  });
});
