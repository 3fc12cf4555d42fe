import { create, toBinary } from '@bufbuild/protobuf';
import { type DeadLetter, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { createLogger } from '@patchbay/telemetry/logger';
import { currentTraceId } from '@patchbay/telemetry/trace-context';
import { describe, expect, it } from 'vitest';
import { createConsumer, type DecodedEvent } from './consumer.ts';
import { createInProcessBus } from './in-process.ts';
import { PoisonMessage } from './poison-message.ts';
import type { OutgoingMessage } from './transport.ts';

// Starts tracing: without it there are no trace ids.
await import('@patchbay/telemetry/start');

const logger = createLogger({ service: 'test', level: 'silent' });

const message = (id: string, headers: Record<string, string> = {}): OutgoingMessage => ({
  key: 'acme',
  value: toBinary(EventSchema, create(EventSchema, { id, action: 'user.updated' })),
  headers,
});

async function consuming(handle: (events: readonly DecodedEvent[]) => Promise<void>) {
  const { publisher, source } = createInProcessBus({ logger });
  const letters: DeadLetter[] = [];
  const consumer = createConsumer({
    source,
    service: 'audit',
    group: 'audit',
    topics: ['topic'],
    handle,
    onDeadLetter: async (letter) => void letters.push(letter),
  });
  await consumer.start?.();
  return { letters, publish: (...messages: OutgoingMessage[]) => publisher.publish('topic', messages) };
}

describe('a consumer', () => {
  it('hands over decoded events in order', async () => {
    const ids: string[] = [];
    const { publish } = await consuming(
      async (events) => void ids.push(...events.map(({ event }) => event.id)),
    );
    await publish(message('1'), message('2'));
    expect(ids).toEqual(['1', '2']);
  });

  it('sets aside what is no event and hands over the rest', async () => {
    const ids: string[] = [];
    const { publish, letters } = await consuming(
      async (events) => void ids.push(...events.map(({ event }) => event.id)),
    );
    const broken = { key: 'acme', value: Buffer.from([255, 255]), headers: {} };
    const empty = { key: 'acme', value: new Uint8Array(), headers: {} };
    await publish(message('1'), broken, empty, message('2'));
    expect(ids).toEqual(['1', '2']);
    expect(letters.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^not an event: /),
      'an event without an id or an action',
    ]);
  });

  it('sets aside what its handler calls poison', async () => {
    const ids: string[] = [];
    const { publish, letters } = await consuming(async (events) => {
      const unknown = events.find(({ event }) => event.id === '2');
      if (unknown) throw new PoisonMessage({ message: unknown.message, reason: 'no such organization' });
      ids.push(...events.map(({ event }) => event.id));
    });
    await publish(message('1'), message('2'), message('3'));
    expect(ids).toEqual(['1', '3']);
    expect(letters).toMatchObject([{ reason: 'no such organization', consumer: 'audit' }]);
  });

  it('handles in the trace of the request that caused the event', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const seen: (string | undefined)[] = [];
    const { publish } = await consuming(async () => void seen.push(currentTraceId()));
    await publish(message('1', { traceparent: `00-${traceId}-b7ad6b7169203331-01` }));
    expect(seen).toEqual([traceId]);
  });
});
