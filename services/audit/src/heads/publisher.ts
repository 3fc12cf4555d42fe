import { createLeadership } from '@patchbay/database/leader';
import type { Queryable } from '@patchbay/database/queryable';
import { headTopic } from '@patchbay/events/topics';
import type { EventPublisher } from '@patchbay/events/transport';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, set } from '@patchbay/telemetry/metrics';
import { createWorker } from '@patchbay/worker/worker';
import { signHeadInPool } from '../domain/signed-head.ts';
import { type ChangedHead, findChangedHeads, savePublishedHeads } from '../store/published-heads.ts';
import type { HeadOptions } from './options.ts';

export interface HeadPublisherOptions {
  /** Logs in as the service's own role: for the connection that holds the advisory lock. */
  readonly url: string;
  readonly db: Queryable;
  readonly heads: Pick<HeadOptions, 'privateKey' | 'intervalMs'>;
  readonly publisher: EventPublisher;
  readonly logger: Logger;
  /** Heads that are signed and published at once. Default 500, about 200 KiB. */
  readonly batchSize?: number;
}

/** Name of the advisory lock that the active publisher of heads holds. */
export const headLockName = 'audit.heads';

/** Before every organization id. */
const first = '00000000-0000-0000-0000-000000000000';

const labels = { context: 'heads' };

/**
 * Signs and publishes the heads of the chains that have grown, every `intervalMs`, at least once: a head that was published
 * without being remembered is signed and published again. Of the processes of the service one holds the advisory lock and
 * publishes. While that fails nothing is lost: the next head of a chain covers all entries before it.
 */
export function createHeadPublisher({
  url,
  db,
  heads: { privateKey, intervalMs },
  publisher,
  logger,
  batchSize = 500,
}: HeadPublisherOptions): Component {
  /** The organization up to which this pass over the chains has come. */
  let after = first;
  /** When the oldest entry was recorded that no head covers, of the batch that is being published. */
  let oldestAt: number | undefined;
  /** Chains that were logged as shorter than a published head. */
  const logged = new Set<string>();

  const tellAge = (): void => {
    if (oldestAt !== undefined) set('headsOldest', Math.max(0, Date.now() - oldestAt) / 1_000);
  };

  const logShorter = (heads: readonly ChangedHead[]): void => {
    for (const { organizationId, sequence, published } of heads) {
      if (!logged.has(organizationId))
        logger.error(
          { organizationId, sequence, published },
          'a chain is shorter than a head of it that was published: entries were removed',
        );
      logged.add(organizationId);
    }
  };

  const publish = async (heads: readonly ChangedHead[]): Promise<void> => {
    const now = new Date();
    const lines = await Promise.all(heads.map((head) => signHeadInPool(head, privateKey, now)));
    await publisher.publish(
      headTopic,
      heads.map(({ organizationId }, index) => ({
        key: organizationId,
        value: Buffer.from(lines[index] ?? '', 'utf8'),
        headers: {},
      })),
    );
    await savePublishedHeads(db, heads, now);
    count('headsPublished', heads.length);
  };

  /** Publishes the heads of the next chains. True: there may be more chains. */
  const round = async (): Promise<boolean> => {
    const changed = await findChangedHeads(db, after, batchSize);
    const grown = changed.filter(({ sequence, published }) => sequence > published);
    logShorter(changed.filter(({ sequence, published }) => sequence < published));
    if (grown.length > 0) {
      oldestAt = Math.min(...grown.map((head) => head.oldestAt.getTime()));
      tellAge();
      await publish(grown);
      oldestAt = undefined;
    }
    const more = changed.length === batchSize;
    after = more ? (changed.at(-1)?.organizationId ?? first) : first;
    if (!more) set('headsOldest', 0);
    return more;
  };

  const setLeading = (leading: boolean): void => set('relayLeading', leading ? 1 : 0, labels);

  const worker = createWorker({
    name: 'heads',
    round,
    pollMs: intervalMs,
    // At shutdown it publishes what the consumer, which is drained before, has recorded.
    atDrain: 'finish',
    onFailure: tellAge,
    runBy: (work) =>
      createLeadership({
        url,
        name: headLockName,
        async work(signal) {
          setLeading(true);
          after = first;
          try {
            await work(signal);
          } finally {
            setLeading(false);
            oldestAt = undefined;
            // The process that leads next tells the age: the last value of this one would stay.
            set('headsOldest', 0);
          }
        },
        logger,
      }),
    logger,
  });

  return {
    ...worker,
    async start() {
      setLeading(false);
      await worker.start();
    },
  };
}
