import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import { createLoop, type LoopOptions } from './loop.ts';

export interface WorkerOptions extends Omit<LoopOptions, 'atClose'> {
  /** Wakes the worker, as a listener for notifications does. Started before the worker and stopped after it. */
  readonly wokenBy?: (wake: () => void) => Component;
  /** Decides when `work` runs, as leadership does. Default: from `start` to `stop`. Its `stop` waits for `work` to end. */
  readonly runBy?: (work: (signal: AbortSignal) => Promise<void>) => Component;
  /**
   * `finish`: rounds go on until one that began after the call says that there is no more, or fails. `end`, the default: the
   * round that runs is the last one.
   */
  readonly atDrain?: LoopOptions['atClose'];
}

export interface Worker extends Component {
  /** Lets the next round begin now. */
  wake(): void;
  start(): Promise<void>;
  drain(deadline: AbortSignal): Promise<void>;
  /** Aborts the round that runs, and waits for it. */
  stop(): Promise<void>;
}

/** Runs `work` from `start` to `stop`. */
function always(work: (signal: AbortSignal) => Promise<void>): Component {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  return {
    name: 'always',
    async start() {
      running ??= work(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** A component that works in the background, round by round. */
export function createWorker({
  wokenBy,
  runBy = always,
  atDrain = 'end',
  ...options
}: WorkerOptions): Worker {
  const loop = createLoop({ ...options, atClose: atDrain });
  const wake = (): void => loop.wake();
  const runner = runBy((signal) => loop.run(signal));
  const waker = wokenBy?.(wake);
  return {
    name: options.name,
    wake,
    async start() {
      await waker?.start?.();
      await runner.start?.();
    },
    async drain(deadline) {
      // Stopping the runner lets another process work at once, where one at a time does.
      if (await inTime(loop.close(), deadline)) await runner.stop?.();
    },
    async stop() {
      await runner.stop?.();
      await waker?.stop?.();
    },
  };
}
