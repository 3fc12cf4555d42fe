import { fromBinary } from '@bufbuild/protobuf';
import { DeadLetterSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it } from 'vitest';
import { createDeadLetterSender } from './dead-letter.ts';
import type { OutgoingMessage } from './transport.ts';

/** The dead letter of a message with this key and value, as it is published. */
async function sent(keyBytes: Buffer, value: Buffer) {
  const published: [string, OutgoingMessage][] = [];
  const send = createDeadLetterSender({
    subscription: { group: 'audit' },
    publish: async (topic, messages) =>
      void published.push(...messages.map((message): [string, OutgoingMessage] => [topic, message])),
    logger: createLog().logger,
  });
  const headers = { signature: 's' };
  await send(
    { topic: 't', partition: 3, offset: '17', key: keyBytes.toString(), keyBytes, value, headers },
    'it is not signed',
  );
  const [[topic, message] = []] = published;
  return { topic, message, letter: fromBinary(DeadLetterSchema, message?.value ?? new Uint8Array()) };
}

describe('a dead letter', () => {
  it('has the message with its headers, and a short key of its own', async () => {
    const [key, value] = [Buffer.alloc(300_000, 0xff), Buffer.alloc(300_000, 0xff)];
    const { topic, message, letter } = await sent(key, value);
    expect([topic, message?.key, message?.headers]).toEqual(['t.dead-letter', '3-17', { signature: 's' }]);
    expect(letter).toMatchObject({ topic: 't', partition: 3, offset: '17', consumer: 'audit' });
    expect(letter.reason).toBe('it is not signed');
    expect([key.equals(letter.key), value.equals(letter.value)]).toEqual([true, true]);
  });

  it('says so where the message is too large to be in it', async () => {
    const { message, letter } = await sent(Buffer.alloc(600_000), Buffer.alloc(1_000_000));
    expect(message?.value.byteLength).toBeLessThan(1_000);
    expect(letter.reason).toBe(
      'it is not signed; it is too large for a dead letter, which is without its key and value',
    );
    expect(letter).toMatchObject({ topic: 't', partition: 3, offset: '17' });
  });
});
