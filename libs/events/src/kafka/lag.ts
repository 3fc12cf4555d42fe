import { backoffMs } from '@patchbay/runtime/backoff';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { watch } from '@patchbay/telemetry/metrics';
import type { Admin, Kafka } from 'kafkajs';

export interface LagOptions {
  readonly kafka: Pick<Kafka, 'admin'>;
  readonly group: string;
  readonly topics: readonly string[];
  readonly logger: Logger;
  /** Poll interval in milliseconds. Default 10 s. */
  readonly pollMs?: number;
  /** Milliseconds after which an answer counts as missing. Default 5 s. */
  readonly answerMs?: number;
  readonly clock?: Clock;
}

export interface Lag {
  /** Starts polling in the background. */
  start(): void;
  /** Uncommitted messages by topic, at the last answer; empty before the first answer and after a failure. */
  lags(): ReadonlyMap<string, number>;
  /** Whether the group has committed everything that the topics had at the first answer. */
  isCaughtUp(): boolean;
  /** Resolves when the group has committed everything that the topics have now. Rejects if it is stopped before that. */
  caughtUpWithNow(): Promise<void>;
  /** This process has committed an offset of the group. */
  committed(): void;
  stop(): Promise<void>;
}

/** Poll interval until the group has caught up, in milliseconds. Shorter, because callers may wait for that. */
const catchUpPollMs = 1_000;

/** A connection without answers may never close: how long a stop waits for it, in milliseconds. */
const closeMs = 1_000;

type Offsets = readonly { readonly partition: number; readonly offset: string }[];
type Bounds = readonly { readonly partition: number; readonly low: string; readonly high: string }[];

/**
 * The messages of a topic that a group has not committed. A partition without a committed offset, which is -1, is read from its
 * beginning; so is one whose messages up to the committed offset and beyond were deleted.
 */
export function lagOf(committed: Offsets, bounds: Bounds): number {
  const offsets = new Map(committed.map(({ partition, offset }) => [partition, BigInt(offset)]));
  let lag = 0n;
  for (const { partition, low, high } of bounds) {
    const offset = offsets.get(partition) ?? -1n;
    const next = offset < BigInt(low) ? BigInt(low) : offset;
    if (BigInt(high) > next) lag += BigInt(high) - next;
  }
  return Number(lag);
}

/**
 * Asks the cluster how far a group is behind, on connections of its own: the answer does not depend on what the consumer is doing.
 * Needs no right beside those of a consumer. Failures are no fault of the consumer, which tells its own: they are logged at debug
 * level, and the gauge is NaN until the next answer.
 */
export function createLag({
  kafka,
  group,
  topics,
  logger,
  pollMs = 10_000,
  answerMs = 5_000,
  clock = systemClock,
}: LagOptions): Lag {
  const stopping = new AbortController();
  let lags: ReadonlyMap<string, number> = new Map();
  /** Of the first answer, by the index of the topic. */
  let atFirst: readonly Bounds[] | undefined;
  let caughtUp = false;
  let admin: Admin | undefined;
  let running: Promise<void> | undefined;

  const connect = async (): Promise<Admin> => {
    // Without retries: the next poll asks again.
    const created = kafka.admin({ retry: { retries: 0 } });
    admin = created;
    await created.connect();
    return created;
  };

  const boundsBy = (asked: Admin): Promise<Bounds[]> =>
    Promise.all(topics.map((topic) => asked.fetchTopicOffsets(topic)));

  /** Computes by topic how far the committed offsets are behind the given ends. */
  const lagsBy = async (asked: Admin): Promise<(ends: readonly Bounds[]) => Map<string, number>> => {
    const committed = await asked.fetchOffsets({ groupId: group, topics: [...topics] });
    return (ends) =>
      new Map(
        topics.map((topic, index) => [
          topic,
          lagOf(committed.find((one) => one.topic === topic)?.partitions ?? [], ends[index] ?? []),
        ]),
      );
  };
  const isNone = (behind: ReadonlyMap<string, number>): boolean =>
    [...behind.values()].every((number) => number === 0);

  const ask = async (): Promise<ReadonlyMap<string, number>> => {
    const connected = admin ?? (await connect());
    const bounds = await boundsBy(connected);
    // After the ends, so that messages published and committed meanwhile do not count.
    const behind = await lagsBy(connected);
    atFirst ??= bounds;
    caughtUp ||= isNone(behind(atFirst));
    return behind(bounds);
  };

  /** `asked`: the last request, which may have no answer yet. */
  const disconnect = async (asked?: Promise<unknown>): Promise<void> => {
    const failed = admin;
    admin = undefined;
    if (failed === undefined) return;
    const close = (): Promise<void> => failed.disconnect().catch(() => {});
    // Disconnects again when the request has ended: kafkajs repeats a failed connect even after a disconnect, and that socket would stay
    // open.
    void asked?.then(close, close);
    await inTime(close(), clock.deadline(closeMs));
  };

  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const asked = ask();
      // It may be rejected after nobody waits for it any more.
      asked.catch(() => {});
      try {
        const deadline = AbortSignal.any([stopping.signal, clock.deadline(answerMs)]);
        if (!(await inTime(asked, deadline))) throw new Error('no answer from Kafka');
        // Only here: an answer that comes after the deadline is not the current one.
        lags = await asked;
      } catch (error) {
        lags = new Map();
        if (!stopping.signal.aborted) logger.debug({ err: error, group }, 'reading consumer lag failed');
        await disconnect(asked);
      }
      await clock.sleep(caughtUp ? pollMs : Math.min(pollMs, catchUpPollMs), stopping.signal);
    }
    await disconnect();
    lags = new Map();
  };

  let commit = Promise.withResolvers<void>();
  const untilCommitted = async (asked: Admin, ends: readonly Bounds[]): Promise<void> => {
    for (;;) {
      const next = commit.promise;
      if (isNone((await lagsBy(asked))(ends))) return;
      // Another member of the group may commit the missing offsets, which this process learns only by asking.
      await Promise.race([next, clock.sleep(catchUpPollMs, stopping.signal)]);
      if (stopping.signal.aborted) throw new Error(`the consumer ${group} was stopped`);
    }
  };

  return {
    start() {
      for (const topic of topics) watch('consumerLag', { consumer: group, topic }, () => lags.get(topic));
      running ??= poll();
    },
    lags: () => lags,
    isCaughtUp: () => caughtUp,
    async caughtUpWithNow() {
      let ends: readonly Bounds[] | undefined;
      // Asks again after any failure: right after its creation a topic has no leader.
      for (let failures = 0; ; failures += 1) {
        const asked = kafka.admin();
        try {
          await asked.connect();
          ends ??= await boundsBy(asked);
          return await untilCommitted(asked, ends);
        } catch (error) {
          if (stopping.signal.aborted) throw error;
          await clock.sleep(backoffMs(failures, { max: catchUpPollMs }), stopping.signal);
        } finally {
          await asked.disconnect().catch(() => {});
        }
      }
    },
    committed() {
      commit.resolve();
      commit = Promise.withResolvers();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
