import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import type { BreakerOptions } from './breaker.ts';

/** Logs and measures the breakers of a client; called for each host. */
export type WatchBreaker = (host: string) => Pick<BreakerOptions, 'onOpen' | 'onClose'>;

export function createSuspensions(logger: Logger): WatchBreaker {
  const suspended = new Map<string, number>();
  const add = (target: string, change: number): void => {
    const hosts = (suspended.get(target) ?? 0) + change;
    suspended.set(target, hosts);
    set('outgoingSuspended', hosts, { target });
  };
  return (host) => {
    // Several targets may share a host: it counts for the one whose request opened the breaker.
    let countedFor = '';
    return {
      onOpen(ms, { target, outcome }) {
        countedFor = target;
        add(target, 1);
        logger.warn(
          { target, host, outcome, suspendedMs: Math.round(ms) },
          'a host outside of the platform fails: nothing is sent to it for a while',
        );
      },
      onClose() {
        add(countedFor, -1);
        logger.info({ target: countedFor, host }, 'a host outside of the platform answers again');
      },
    };
  };
}
