import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { reasonOf } from '@patchbay/runtime/readiness';
import type { Logger } from '@patchbay/telemetry/logger';
import { set, watch } from '@patchbay/telemetry/metrics';

export interface ConsumerStateOptions {
  readonly group: string;
  readonly logger: Logger;
  readonly clock?: Pick<Clock, 'now'>;
}

/** The state of one consumer, as gauges and as log lines: one when a failure begins, one when it has ended. */
export interface ConsumerState {
  /** The consumer does not run, and that is no failure: it connects or was stopped. */
  idle(reason: string): void;
  /** The consumer runs; ends `idle`. */
  running(): void;
  /** `message` is logged with the first error of a series for `what`, such as `handler`. */
  failed(what: string, error: unknown, message: string): void;
  /** Ends the failure of `what`. */
  succeeded(what: string): void;
  /**
   * Messages were received; the oldest was published at this time, in milliseconds since 1970. The gauge of the oldest message grows
   * until the returned function is called: when they were handled or are not this consumer's work any more.
   */
  received(publishedMs: number | undefined): () => void;
  /** Forgets the failure of `what` without logging a recovery: it is not this consumer's work any more. */
  abandoned(what: string): void;
  /** Why the consumer does not run; undefined while it does. */
  trouble(): string | undefined;
}

export function createConsumerState({
  group,
  logger,
  clock = systemClock,
}: ConsumerStateOptions): ConsumerState {
  let idleBecause: string | undefined = 'not started';
  const failing = new Map<string, unknown>();
  /** The time that each open call of `received` was given. */
  const unhandled = new Map<object, number>();

  const publish = (): void =>
    set('consumerRunning', idleBecause === undefined && failing.size === 0 ? 1 : 0, { consumer: group });

  // 0 also if the producer's time is in the future or missing.
  watch('consumerOldest', { consumer: group }, () => {
    const oldest = Math.min(...unhandled.values());
    return Math.max(0, (clock.now().getTime() - oldest) / 1_000) || 0;
  });

  return {
    idle(reason) {
      idleBecause = reason;
      publish();
    },
    running() {
      idleBecause = undefined;
      publish();
    },
    failed(what, error, message) {
      if (!failing.has(what)) logger.warn({ err: error, group, what }, message);
      failing.set(what, error);
      publish();
    },
    succeeded(what) {
      if (failing.delete(what)) logger.info({ group, what }, 'consumer recovered');
      publish();
    },
    received(publishedMs = Number.NaN) {
      const call = {};
      unhandled.set(call, publishedMs);
      return () => void unhandled.delete(call);
    },
    abandoned(what) {
      failing.delete(what);
      publish();
    },
    trouble() {
      for (const [what, error] of failing) return `${what}: ${reasonOf(error)}`;
      return idleBecause;
    },
  };
}
