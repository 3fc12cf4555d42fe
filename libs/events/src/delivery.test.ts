import { describe, expect, it } from 'vitest';
import { createDelivery } from './delivery.ts';
import { PoisonMessage } from './poison-message.ts';
import type { ReceivedMessage } from './transport.ts';

const batch = ['0', '1', '2', '3'].map(
  (offset): ReceivedMessage => ({
    topic: 't',
    partition: 0,
    offset,
    publishedMs: 0,
    key: 'k',
    keyBytes: Buffer.from('k'),
    value: Buffer.from(offset),
    headers: {},
  }),
);

const offsets = (messages: readonly ReceivedMessage[]): string =>
  messages.map(({ offset }) => offset).join('');

describe('a delivery', () => {
  it('calls the handler once more without the messages it called poison, which are sent together', async () => {
    const calls: string[] = [];
    const letters: string[][] = [];
    await createDelivery(batch, {
      async handle(left) {
        calls.push(offsets(left));
        const poisons = left.filter(({ offset }) => offset === '1' || offset === '3');
        if (poisons.length > 0)
          throw new PoisonMessage(...poisons.map((message) => ({ message, reason: 'odd' })));
      },
      sendDeadLetters: async (refused) =>
        void letters.push(refused.map(({ message, reason }) => `${message.offset} ${reason}`)),
    }).attempt();
    expect(calls).toEqual(['0123', '02']);
    expect(letters).toEqual([['1 odd', '3 odd']]);
  });

  it('goes on with what is left after a failed attempt', async () => {
    const letters: string[] = [];
    let broken = true;
    const handled: string[] = [];
    const delivery = createDelivery(batch, {
      async handle(left) {
        const poison = left.find(({ offset }) => offset === '0');
        if (poison) throw new PoisonMessage({ message: poison, reason: 'odd' });
        if (broken) throw new Error('away');
        handled.push(offsets(left));
      },
      sendDeadLetters: async (refused) => void letters.push(...refused.map(({ message }) => message.offset)),
    });
    await expect(delivery.attempt()).rejects.toThrow('away');
    broken = false;
    await delivery.attempt();
    expect({ letters, handled }).toEqual({ letters: ['0'], handled: ['123'] });
  });

  it('keeps a message that could not be put on the dead-letter topic', async () => {
    const delivery = createDelivery(batch.slice(0, 1), {
      handle: async ([message]) => {
        if (message) throw new PoisonMessage({ message, reason: 'odd' });
      },
      sendDeadLetters: async () => Promise.reject(new Error('Kafka is away')),
    });
    await expect(delivery.attempt()).rejects.toThrow('Kafka is away');
    await expect(delivery.attempt()).rejects.toThrow('Kafka is away');
  });

  it('takes poison that is not in the batch for a failure', async () => {
    const message = { topic: 't', partition: 1, offset: '0' };
    const delivery = createDelivery(batch, {
      handle: async () => Promise.reject(new PoisonMessage({ message, reason: 'elsewhere' })),
      sendDeadLetters: async () => {},
    });
    await expect(delivery.attempt()).rejects.toThrow('elsewhere');
  });
});
