import type { Logger } from '@patchbay/telemetry/logger';
import { type Clock, systemClock } from './clock.ts';
import type { Component } from './component.ts';
import { inTime } from './deadline.ts';
import { notReadyOf, reasonOf } from './readiness.ts';

/** `draining`: not ready, but everything still works during the delay, until load balancers have noticed. */
export type State = 'starting' | 'running' | 'draining' | 'stopped';

export interface RuntimeOptions {
  /** Milliseconds for the whole stop, the delay and the work of the caller after it included. Default 25,000. */
  readonly stopTimeoutMs?: number;
  readonly clock?: Clock;
}

export interface Runtime {
  readonly state: State;
  /** Starts the components in order; if one fails, those before it are stopped again. */
  start(): Promise<void>;
  /**
   * Becomes not ready, lets the components leave, waits `delayMs` while everything still works, then drains and stops the
   * components in reverse order, in 90 % of `stopTimeoutMs`. The delay is 0 by default, and is skipped while components are still
   * being started. Later calls wait for the first one.
   */
  stop(delayMs?: number): Promise<void>;
  /** Names of the components that had not stopped in time. */
  readonly unstopped: readonly string[];
  /** Names of the components that are not ready, with their reasons; empty means ready. */
  notReady(): Promise<Record<string, string>>;
}

export const defaultStopTimeoutMs = 25_000;

/** Parts of `stopTimeoutMs`, counted from the beginning of the stop. The caller needs the rest to flush telemetry. */
export const drainUntil = 0.8;
const stopUntil = 0.9;
/**
 * The part of `stopTimeoutMs` that a component may take after the deadline, so that one that returns at the deadline is not
 * late.
 */
const grace = 0.01;

export function createRuntime(
  components: readonly Component[],
  logger: Logger,
  { stopTimeoutMs = defaultStopTimeoutMs, clock = systemClock }: RuntimeOptions = {},
): Runtime {
  let state: State = 'starting';
  let stopping: Promise<void> | undefined;
  const started: Component[] = [];
  const unstopped: string[] = [];

  const returnsInTime = async (step: Promise<void>, deadline: AbortSignal): Promise<boolean> =>
    (await inTime(step, deadline)) || inTime(step, clock.deadline(stopTimeoutMs * grace));

  /**
   * Calls a step of the started components in reverse order, and returns the names of those that did not return in time. A
   * component that throws or hangs does not keep the others from being called.
   */
  const callEach = async (step: 'drain' | 'stop', deadline: AbortSignal): Promise<string[]> => {
    const late: string[] = [];
    for (const component of started.toReversed()) {
      try {
        const done = component[step]?.(deadline);
        if (done !== undefined && !(await returnsInTime(done, deadline))) late.push(component.name);
      } catch (error) {
        logger.error(
          { err: error, component: component.name, step },
          'a component failed to drain or to stop',
        );
      }
    }
    return late;
  };

  const end = async (delayMs: number): Promise<void> => {
    const drainBy = clock.deadline(stopTimeoutMs * drainUntil);
    const stopBy = clock.deadline(stopTimeoutMs * stopUntil);
    const wasRunning = state === 'running';
    state = 'draining';
    for (const component of started) component.leave?.();
    if (wasRunning && delayMs > 0) await clock.sleep(delayMs);
    for (const component of await callEach('drain', drainBy)) {
      logger.warn({ component }, 'a component did not drain in time; its unfinished work is abandoned');
    }
    unstopped.push(...(await callEach('stop', stopBy)));
    for (const component of unstopped) logger.error({ component }, 'a component did not stop in time');
    state = 'stopped';
  };

  const stop = (delayMs = 0): Promise<void> => {
    stopping ??= end(delayMs);
    return stopping;
  };

  return {
    get state() {
      return state;
    },
    unstopped,
    async start() {
      for (const component of components) {
        // Stopped during the start: the remaining components are not started.
        if (stopping !== undefined) return;
        started.push(component);
        try {
          await component.start?.();
        } catch (error) {
          await stop();
          throw new Error(`${component.name} did not start: ${reasonOf(error)}`, { cause: error });
        }
      }
      if (stopping === undefined) state = 'running';
    },
    stop,
    async notReady() {
      if (state !== 'running') return { runtime: state };
      return notReadyOf(components);
    },
  };
}
