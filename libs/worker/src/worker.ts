import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import { createLoop, type LoopOptions } from './loop.ts';

export interface WorkerOptions extends Omit<LoopOptions, 'atClose'> {
  /**
   * Creates a component that calls `wake`, such as a listener for notifications. Started before the worker and stopped after
   * it.
   */
  readonly wokenBy?: (wake: () => void) => Component;
  /**
   * Creates a component that decides when `work` runs, such as a leader election. Its `stop` must wait for `work` to end.
   * Default: `work` runs from `start` to `stop`.
   */
  readonly runBy?: (work: (signal: AbortSignal) => Promise<void>) => Component;
  /**
   * `finish`: on `drain` rounds go on until one that began after the call returns false or throws. `insist`: until one that began
   * after the call returns false, or the deadline. `end`, the default: the current round is the last one.
   */
  readonly atDrain?: LoopOptions['atClose'];
}

export interface Worker extends Component {
  /** Ends the sleep: the next round begins now. */
  wake(): void;
  /** Something has happened that may make work: ends a sleep that is longer than `pollMs`. */
  expectWork(): void;
  /** Does what is due now, whether the worker is started or not, and resolves when it is done. Rejects if that fails. */
  runDue(): Promise<void>;
  start(): Promise<void>;
  drain(deadline: AbortSignal): Promise<void>;
  /** Aborts the current round and waits for it. */
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

/** A component that does background work in rounds. */
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
    expectWork: () => loop.expectWork(),
    runDue: () => loop.runDue(),
    trouble: () => loop.trouble(),
    async start() {
      await waker?.start?.();
      await runner.start?.();
    },
    async drain(deadline) {
      // Stopping the runner gives up leadership, if there is one, so that another process can take over at once.
      if (await inTime(loop.close(), deadline)) await runner.stop?.();
    },
    async stop() {
      await runner.stop?.();
      await waker?.stop?.();
    },
  };
}
