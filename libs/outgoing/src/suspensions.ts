import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import type { BreakerOptions } from './breaker.ts';

/** Logs and measures the breakers of a client; called for each target at each host. */
export type WatchBreaker = (target: string, host: string) => Pick<BreakerOptions, 'onOpen' | 'onClose'>;

export function createSuspensions(logger: Logger): WatchBreaker {
  const suspended = new Map<string, number>();
  const add = (target: string, change: number): void => {
    const hosts = (suspended.get(target) ?? 0) + change;
    suspended.set(target, hosts);
    set('outgoingSuspended', hosts, { target });
  };
  return (target, host) => ({
    onOpen(ms, { outcome }) {
      add(target, 1);
      logger.warn(
        { target, host, outcome, suspendedMs: Math.round(ms) },
        'a host outside of the platform fails: nothing is sent to it for a while',
      );
    },
    onClose() {
      add(target, -1);
      logger.info({ target, host }, 'a host outside of the platform answers again');
    },
  });
}
