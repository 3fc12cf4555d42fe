import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Component } from './component.ts';

export interface RepeatedWork {
  readonly name: string;
  /** Between two times on average: half to one and a half of it, so that processes that start together drift apart. */
  readonly intervalMs: number;
  /** Aborted when it has to come to an end. What it throws is logged, and it is tried again next time. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
}

/** A component that does something small again and again, first after one interval. */
export function repeatedly({ name, intervalMs, work, logger }: RepeatedWork): Component {
  const stopping = new AbortController();
  const { signal } = stopping;
  let looping: Promise<void> | undefined;

  const loop = async (): Promise<void> => {
    for (;;) {
      await sleep(intervalMs * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        await work(signal);
      } catch (error) {
        logger.warn({ err: error, work: name }, 'repeated work failed; it is tried again');
      }
    }
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    await looping;
  };
  return {
    name,
    async start() {
      looping ??= loop();
    },
    drain: stop,
    stop,
  };
}
