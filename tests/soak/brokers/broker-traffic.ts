import { setTimeout as sleep } from 'node:timers/promises';
import { outboxChannel } from '@patchbay/events/outbox';
import { topicOf } from '@patchbay/events/topics';
import type { ReceivedMessage } from '@patchbay/events/transport';
import type { Pool } from 'pg';

export interface OutboxTraffic {
  /** Texts by key, in the order in which they were recorded. */
  readonly recorded: ReadonlyMap<string, readonly string[]>;
  /** Texts by key, in the order in which they were delivered; a message that was delivered twice is in it twice. */
  readonly delivered: ReadonlyMap<string, readonly string[]>;
  /** Key and text of each delivered message, by the id of its event. */
  readonly textsById: ReadonlyMap<string, ReadonlySet<string>>;
  recordedCount(): number;
  handle(batch: readonly ReceivedMessage[]): Promise<void>;
  /** Stops recording; resolves when the last message is recorded. */
  end(): Promise<void>;
}

const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`);
/** Between two transactions. */
const pauseMs = 100;

/**
 * Records messages in the outbox of organization until it is ended, one of each key per transaction: the relay publishes
 * them together, so that each `publish` goes to several brokers, of which one may fail.
 */
export function startOutboxTraffic(pool: Pool): OutboxTraffic {
  const topic = topicOf('organization');
  const recorded = new Map(keys.map((key) => [key, [] as string[]]));
  const delivered = new Map(keys.map((key) => [key, [] as string[]]));
  const textsById = new Map<string, Set<string>>();
  let number = 0;
  const ending = new AbortController();

  const run = async (): Promise<void> => {
    for (; !ending.signal.aborted; number += 1) {
      const payload = Buffer.from(String(number));
      await pool.query(
        `with recorded as (
           insert into outbox (id, topic, key, payload)
           select gen_random_uuid(), $1, key, $2 from unnest($3::text[]) as key
         )
         select pg_notify($4, '')`,
        [topic, payload, keys, outboxChannel('organization')],
      );
      for (const key of keys) recorded.get(key)?.push(String(number));
      await sleep(pauseMs);
    }
  };
  const running = run();
  // Prevents an unhandled rejection: `end` awaits it.
  running.catch(() => undefined);

  return {
    recorded,
    delivered,
    textsById,
    recordedCount: () => number * keys.length,
    async handle(batch) {
      for (const { key, value, headers } of batch) {
        const text = Buffer.from(value).toString();
        const id = headers['event-id'] ?? 'none';
        delivered.get(key)?.push(text);
        textsById.set(id, (textsById.get(id) ?? new Set()).add(`${key} ${text}`));
      }
    },
    async end() {
      ending.abort();
      await running;
    },
  };
}
