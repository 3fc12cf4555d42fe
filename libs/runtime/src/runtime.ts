import type { Logger } from '@patchbay/telemetry/logger';
import type { Component } from './component.ts';
import { notReadyOf, reasonOf } from './readiness.ts';

/** `draining` says not ready: load balancers take a moment to see it, so everything still works then. */
export type State = 'starting' | 'running' | 'draining' | 'stopped';

export interface Runtime {
  readonly state: State;
  /** Starts the components in order; if one fails, those before it are stopped again. */
  start(): Promise<void>;
  /** Not ready from now on, though everything still works. */
  refuse(): void;
  /** Drains and then stops the components in reverse order. Safe to call twice. */
  stop(): Promise<void>;
  /** Names of the components that are not ready, with their reasons; empty means ready. */
  notReady(): Promise<Record<string, string>>;
}

export function createRuntime(components: readonly Component[], logger: Logger): Runtime {
  let state: State = 'starting';
  let stopping: Promise<void> | undefined;
  const started: Component[] = [];

  /** One component that fails to end must not keep the others from ending. */
  const each = async (step: 'drain' | 'stop'): Promise<void> => {
    for (const component of started.toReversed()) {
      await component[step]?.().catch((error: unknown) => {
        logger.error({ err: error, component: component.name }, `${step} failed`);
      });
    }
  };

  const end = async (): Promise<void> => {
    state = 'draining';
    await each('drain');
    await each('stop');
    state = 'stopped';
  };

  const stop = (): Promise<void> => {
    stopping ??= end();
    return stopping;
  };

  return {
    get state() {
      return state;
    },
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
    refuse() {
      if (state === 'running') state = 'draining';
    },
    stop,
    async notReady() {
      if (state !== 'running') return { runtime: state };
      return notReadyOf(components);
    },
  };
}
