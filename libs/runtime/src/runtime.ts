import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Component } from './component.ts';
import { inTime } from './deadline.ts';
import { notReadyOf, reasonOf } from './readiness.ts';

/** `draining` says not ready: load balancers take a moment to see it, so everything still works during the delay. */
export type State = 'starting' | 'running' | 'draining' | 'stopped';

export interface RuntimeOptions {
  /** Milliseconds that a stop may take in all, the delay and what comes after the components included. Default 25,000. */
  readonly stopTimeoutMs?: number;
}

export interface Runtime {
  readonly state: State;
  /** Starts the components in order; if one fails, those before it are stopped again. */
  start(): Promise<void>;
  /**
   * Not ready from now on; then drains and stops the components in reverse order, in 90 % of `stopTimeoutMs`. Before it drains
   * everything works on for `delayMs`, which is 0 by default and while components are still being started. Safe to call twice.
   */
  stop(delayMs?: number): Promise<void>;
  /** Names of the components that had not stopped in time. */
  readonly unstopped: readonly string[];
  /** Names of the components that are not ready, with their reasons; empty means ready. */
  notReady(): Promise<Record<string, string>>;
}

export const defaultStopTimeoutMs = 25_000;

/** Parts of `stopTimeoutMs`, counted from the beginning of the stop. The rest is for the caller: telemetry is flushed then. */
const drainUntil = 0.8;
const stopUntil = 0.9;
/** How long after the deadline a component may still return, so that one that keeps to it is not left behind. */
const grace = 0.01;

export function createRuntime(
  components: readonly Component[],
  logger: Logger,
  { stopTimeoutMs = defaultStopTimeoutMs }: RuntimeOptions = {},
): Runtime {
  let state: State = 'starting';
  let stopping: Promise<void> | undefined;
  const started: Component[] = [];
  const unstopped: string[] = [];

  const returns = async (step: Promise<void>, deadline: AbortSignal): Promise<boolean> =>
    (await inTime(step, deadline)) || inTime(step, AbortSignal.timeout(stopTimeoutMs * grace));

  /** In reverse order. One component that fails to end, or does not return, must not keep the others from ending. */
  const each = async (step: 'drain' | 'stop', deadline: AbortSignal): Promise<string[]> => {
    const late: string[] = [];
    for (const component of started.toReversed()) {
      try {
        const done = component[step]?.(deadline);
        if (done !== undefined && !(await returns(done, deadline))) late.push(component.name);
      } catch (error) {
        logger.error({ err: error, component: component.name }, `${step} failed`);
      }
    }
    return late;
  };

  const end = async (delayMs: number): Promise<void> => {
    const drainBy = AbortSignal.timeout(stopTimeoutMs * drainUntil);
    const stopBy = AbortSignal.timeout(stopTimeoutMs * stopUntil);
    const wasRunning = state === 'running';
    state = 'draining';
    if (wasRunning && delayMs > 0) await sleep(delayMs);
    for (const component of await each('drain', drainBy)) {
      logger.warn({ component }, 'did not drain in time; its work is given up');
    }
    unstopped.push(...(await each('stop', stopBy)));
    for (const component of unstopped) logger.error({ component }, 'did not stop in time');
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
        // Told to stop while starting: what has not begun yet never does.
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
