import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import {
  type Health,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { inTime } from '@patchbay/runtime/deadline';

export interface HealthOptions {
  /** Names of what is not ready, with the reasons; empty means serving. */
  readonly notReady: () => Promise<Record<string, string>>;
  /** Full names of the services that this server has. */
  readonly services: ReadonlySet<string>;
  /** Aborted when the server begins to drain: from then on the status is NOT_SERVING, and watches end. */
  readonly draining: AbortSignal;
  /** Milliseconds between two checks of a watch, 1,000 by default. */
  readonly watchIntervalMs?: number;
  /** The number of watches at the same time, 64 by default; a further one is refused as `resource_exhausted`. */
  readonly maxWatches?: number;
  readonly clock?: Clock;
}

/**
 * A readiness check that takes longer counts as NOT_SERVING, in milliseconds: a database that accepts connections and does not
 * answer. It is shorter than the timeouts of callers, which must be able to tell this from a service that does not answer.
 */
const checkTimeoutMs = 500;

/** The standard health service of gRPC. All services of the server have the same status as the server itself. */
export function createHealth({
  notReady,
  services,
  draining,
  watchIntervalMs = 1_000,
  maxWatches = 64,
  clock = systemClock,
}: HealthOptions): ServiceImpl<typeof Health> {
  const checkReadiness = async (): Promise<Status> => {
    try {
      return Object.keys(await notReady()).length === 0 ? Status.SERVING : Status.NOT_SERVING;
    } catch {
      return Status.NOT_SERVING;
    }
  };
  let runningCheck: Promise<Status> | undefined;
  /** Concurrent calls share one readiness check: they need no token, so anybody who reaches the port could send many. */
  const status = async (): Promise<Status> => {
    if (draining.aborted) return Status.NOT_SERVING;
    runningCheck ??= checkReadiness().finally(() => (runningCheck = undefined));
    const check = runningCheck;
    return (await inTime(check, clock.deadline(checkTimeoutMs))) ? check : Status.NOT_SERVING;
  };
  const isKnown = (service: string): boolean => service === '' || services.has(service);
  let watches = 0;

  return {
    async check({ service }) {
      if (!isKnown(service)) throw new ConnectError(`no service ${service}`, Code.NotFound);
      return { status: await status() };
    },
    /** The status, and then each change of it, until the reader leaves or the server drains. */
    async *watch({ service }, { signal }) {
      if (watches >= maxWatches)
        throw new ConnectError(`at most ${maxWatches} watches at a time`, Code.ResourceExhausted);
      watches += 1;
      try {
        const ended = AbortSignal.any([signal, draining]);
        let last: Status | undefined;
        while (!signal.aborted) {
          const isLast = draining.aborted;
          // A service that does not exist has one status only; its watch stays open, as the standard says.
          const current = isKnown(service) ? await status() : Status.SERVICE_UNKNOWN;
          if (current !== last) yield { status: (last = current) };
          if (isLast) return;
          await clock.sleep(watchIntervalMs, ended);
        }
      } finally {
        watches -= 1;
      }
    },
  };
}
