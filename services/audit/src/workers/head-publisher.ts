import type { Queryable } from '@patchbay/database/query';
import { createLeadingWorker } from '@patchbay/events/leading-worker';
import { headTopic } from '@patchbay/events/topics';
import type { EventPublisher } from '@patchbay/events/transport';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, set } from '@patchbay/telemetry/metrics';
import type { Worker } from '@patchbay/worker/worker';
import { type HeadOptions, signHeadInPool } from '../domain/signed-head.ts';
import { type ChangedHead, findChangedHeads, savePublishedHeads } from '../store/published-heads.ts';

/** Whether the head may be signed: the chain has grown, and the trail has the entry that the head names. */
export const isGrown = ({ sequence, published, isStored }: ChangedHead): boolean =>
  sequence > published && isStored;

/** Chains whose heads were altered: they are not signed. */
export interface Suspects {
  /** Logs the chain, once per chain and kind. */
  add(head: ChangedHead): void;
  /** Forgets those that were not added since the last call. */
  endPass(): void;
  /** When the oldest uncovered entry of these chains was recorded, or the chain was first noticed, if that is earlier. */
  oldestAt(): number | undefined;
}

export function createSuspects(logger: Logger, clock: Pick<Clock, 'now'>): Suspects {
  const logged = new Set<string>();
  let before = new Map<string, number>();
  let current = new Map<string, number>();

  const isFirst = (kind: string, { organizationId }: ChangedHead): boolean => {
    const key = `${kind} ${organizationId}`;
    if (logged.has(key)) return false;
    logged.add(key);
    return true;
  };

  return {
    add(head) {
      const { organizationId, sequence, published } = head;
      const noticedAt = before.get(organizationId) ?? clock.now().getTime();
      // The time in a head that was altered may be any.
      current.set(organizationId, Math.min(noticedAt, head.oldestAt.getTime()));
      if (sequence < published) {
        if (isFirst('shorter', head))
          logger.error(
            { organizationId, sequence, published },
            'found a chain that is shorter than its published head: entries were removed',
          );
      } else if (isFirst('altered', head))
        logger.error(
          { organizationId, sequence, published },
          'found a chain head that matches no entry: it was altered and is not signed',
        );
    },
    endPass() {
      before = current;
      current = new Map();
    },
    oldestAt() {
      const moments = [...before.values(), ...current.values()];
      return moments.length === 0 ? undefined : moments.reduce((one, other) => Math.min(one, other));
    },
  };
}

export interface HeadPublisherOptions {
  /** Logs in as the service's own role: for the connection that holds the advisory lock. */
  readonly url: string;
  readonly db: Queryable;
  readonly heads: Pick<HeadOptions, 'privateKey' | 'intervalMs'>;
  readonly publisher: EventPublisher;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Heads that are signed and published at once. Default 500, about 200 KiB. */
  readonly batchSize?: number;
}

/** Name of the advisory lock that the active publisher of heads holds. */
const headLockName = 'audit.heads';

/** Before every organization id. */
const first = '00000000-0000-0000-0000-000000000000';

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
  clock,
  batchSize = 500,
}: HeadPublisherOptions): Worker {
  /** The organization up to which this pass over the chains has come. */
  let after = first;
  /** When the oldest entry was recorded that no head covers, of the batch that is being published. */
  let oldestAt: number | undefined;
  /** When the last pass over all chains ended, or this process began to lead. */
  let passedAt = clock.now().getTime();
  const suspects = createSuspects(logger, clock);

  /** Sets the gauge to the time since this moment, or since the oldest suspect if that is earlier. */
  const setAge = (moment: number, now = clock.now().getTime()): void => {
    const at = Math.min(moment, suspects.oldestAt() ?? moment);
    set('headsOldest', Math.max(0, now - at) / 1_000);
  };

  const publish = async (heads: readonly ChangedHead[]): Promise<void> => {
    const now = clock.now();
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
    const grown = changed.filter(isGrown);
    for (const head of changed) if (!isGrown(head)) suspects.add(head);
    if (grown.length > 0) {
      oldestAt = Math.min(...grown.map((head) => head.oldestAt.getTime()));
      setAge(oldestAt);
      await publish(grown);
      oldestAt = undefined;
    }
    const more = changed.length === batchSize;
    after = more ? (changed.at(-1)?.organizationId ?? first) : first;
    if (!more) {
      passedAt = clock.now().getTime();
      suspects.endPass();
      // Exactly 0 without suspects.
      setAge(passedAt, passedAt);
    }
    return more;
  };

  return createLeadingWorker({
    name: 'heads',
    url,
    lockName: headLockName,
    context: 'heads',
    onLead() {
      after = first;
      passedAt = clock.now().getTime();
    },
    onEnd() {
      oldestAt = undefined;
      set('headsOldest', 0);
    },
    round,
    pollMs: intervalMs,
    // At shutdown it publishes the heads of what the consumer, which is drained before, has recorded.
    atDrain: 'finish',
    // If the chains could not be read, entries may be uncovered since the last pass.
    onFailure: () => setAge(oldestAt ?? passedAt),
    logger,
    clock,
  });
}
