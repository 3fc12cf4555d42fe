import { reasonOf } from '@patchbay/runtime/readiness';
import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';

export interface ConsumerStateOptions {
  readonly group: string;
  readonly logger: Logger;
}

/** The state of one consumer, as a gauge and as log lines: one when a failure begins, one when it has ended. */
export interface ConsumerState {
  /** It does not consume, for a reason that is no failure: it is connecting or was stopped. */
  idle(reason: string): void;
  /** It is able to consume; ends `idle`. */
  running(): void;
  /** `message` is logged with the first error of a series for `what`, such as `handler`. */
  failed(what: string, error: unknown, message: string): void;
  /** What failed succeeds again. */
  succeeded(what: string): void;
  /** What failed is not this consumer's work any more. */
  abandoned(what: string): void;
  /** Why it does not consume; undefined while it does. */
  trouble(): string | undefined;
}

export function createConsumerState({ group, logger }: ConsumerStateOptions): ConsumerState {
  let idleBecause: string | undefined = 'not started';
  const failing = new Map<string, unknown>();

  const publish = (): void =>
    set('consumerRunning', idleBecause === undefined && failing.size === 0 ? 1 : 0, { consumer: group });

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
      if (failing.delete(what)) logger.info({ group, what }, 'what failed in a consumer succeeds again');
      publish();
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
