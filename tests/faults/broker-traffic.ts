import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { outboxChannel } from '@patchbay/events/outbox';
import { topicOf } from '@patchbay/events/topics';
import type { ReceivedMessage } from '@patchbay/events/transport';
import type { Pool } from 'pg';

export interface OutboxTraffic {
  /** Texts by key, in the order in which they were recorded. */
  readonly recorded: ReadonlyMap<string, readonly string[]>;
  /** Texts by key, in the order in which they were handled; a message that is delivered again is ignored. */
  readonly handled: ReadonlyMap<string, readonly string[]>;
  recordedCount(): number;
  handledCount(): number;
  /** How many messages were delivered again. */
  repeatedCount(): number;
  handle(batch: readonly ReceivedMessage[]): Promise<void>;
  /** Stops recording; resolves when the last message is recorded. */
  end(): Promise<void>;
}

const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`);
/** Between two transactions. */
const pauseMs = 20;

/** Records one message after the other in the outbox of organization, each in a transaction, until it is ended. */
export function startOutboxTraffic(pool: Pool): OutboxTraffic {
  const topic = topicOf('organization');
  const recorded = new Map(keys.map((key) => [key, [] as string[]]));
  const handled = new Map(keys.map((key) => [key, [] as string[]]));
  const ids = new Set<string>();
  let number = 0;
  let repeated = 0;
  const ending = new AbortController();

  const run = async (): Promise<void> => {
    for (; !ending.signal.aborted; number += 1) {
      const key = keys[number % keys.length] ?? '';
      await pool.query(
        `with recorded as (insert into outbox (id, topic, key, payload) values ($1, $2, $3, $4))
         select pg_notify($5, '')`,
        [randomUUID(), topic, key, Buffer.from(String(number)), outboxChannel('organization')],
      );
      recorded.get(key)?.push(String(number));
      await sleep(pauseMs);
    }
  };
  const running = run();
  // Prevents an unhandled rejection: `end` awaits it.
  running.catch(() => undefined);

  return {
    recorded,
    handled,
    recordedCount: () => number,
    handledCount: () => ids.size,
    repeatedCount: () => repeated,
    async handle(batch) {
      for (const { key, value, headers } of batch) {
        const id = headers['event-id'] ?? '';
        if (ids.has(id)) repeated += 1;
        else handled.get(key)?.push(Buffer.from(value).toString());
        ids.add(id);
      }
    },
    async end() {
      ending.abort();
      await running;
    },
  };
}
