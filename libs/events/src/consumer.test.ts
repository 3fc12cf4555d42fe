import { create, toBinary } from '@bufbuild/protobuf';
import { type DeadLetter, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { createLogger } from '@patchbay/telemetry/logger';
import { currentTraceId } from '@patchbay/telemetry/trace-context';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { describe, expect, it } from 'vitest';
import { createConsumer, type DecodedEvent } from './consumer.ts';
import { createInProcessBus } from './in-process.ts';
import { topicOf } from './topics.ts';
import { type OutgoingMessage, PoisonMessage } from './transport.ts';

// Starts tracing: without it there are no trace ids.
await import('@patchbay/telemetry/start');

const logger = createLogger({ service: 'test', level: 'silent' });

const eventKeys = createTestEventKeys();
const topic = topicOf('identity');

interface MessageOptions {
  readonly key?: string;
  readonly action?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const message = (
  id: string,
  { key = 'ada', action = 'user.updated', headers = {} }: MessageOptions = {},
): OutgoingMessage => ({
  key,
  value: toBinary(EventSchema, create(EventSchema, { id, action, userId: 'ada' })),
  headers,
});

async function consuming(handle: (events: readonly DecodedEvent[]) => Promise<void>) {
  const { publisher, source } = createInProcessBus({ logger });
  const letters: DeadLetter[] = [];
  const consumer = createConsumer({
    source: eventKeys.verified(source),
    service: 'audit',
    group: 'audit',
    topics: [topic],
    handle,
    onDeadLetters: async (all) => void letters.push(...all),
  });
  await consumer.start?.();
  const signed = eventKeys.signed(publisher, 'identity');
  return { letters, publish: (...messages: OutgoingMessage[]) => signed.publish(topic, messages) };
}

describe('a consumer', () => {
  it('a consumer passes decoded events to its handler in order', async () => {
    const ids: string[] = [];
    const { publish } = await consuming(
      async (events) => void ids.push(...events.map(({ event }) => event.id)),
    );
    await publish(message('1'), message('2'));
    expect(ids).toEqual(['1', '2']);
  });

  it('a message that is no event becomes a dead letter, and the other events are handled', async () => {
    const ids: string[] = [];
    const { publish, letters } = await consuming(
      async (events) => void ids.push(...events.map(({ event }) => event.id)),
    );
    const broken = { key: 'ada', value: Buffer.from([255, 255]), headers: {} };
    const empty = { key: 'ada', value: new Uint8Array(), headers: {} };
    await publish(message('1'), broken, empty, message('2'));
    expect(ids).toEqual(['1', '2']);
    expect(letters.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^not an event: /),
      'an event without an id or an action',
    ]);
  });

  it('an event that the handler reports as poison becomes a dead letter', async () => {
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

  it("a signed event with a key or an action that is not its service's becomes a dead letter", async () => {
    const ids: string[] = [];
    const { publish, letters } = await consuming(
      async (events) => void ids.push(...events.map(({ event }) => event.id)),
    );
    await publish(
      message('1', { key: 'grace' }),
      message('2', { action: 'member.added' }),
      message('3', { action: 'passkey.added' }),
    );
    expect(ids).toEqual(['3']);
    expect(letters.map(({ reason }) => reason)).toEqual([
      'its key is not that of its organization or person',
      'an action that is not one of identity',
    ]);
  });

  it('an event is handled in the trace of the request that caused it', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const seen: (string | undefined)[] = [];
    const { publish } = await consuming(async () => void seen.push(currentTraceId()));
    await publish(message('1', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } }));
    expect(seen).toEqual([traceId]);
  });
});
