import { setTimeout as sleep } from 'node:timers/promises';
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import {
  type Health,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';

export interface HealthOptions {
  /** Names of what is not ready, with the reasons; empty means serving. */
  readonly notReady: () => Promise<Record<string, string>>;
  /** Full names of the services that this server has; asked at each call. */
  readonly services: () => ReadonlySet<string>;
  /** Aborted when the server begins to drain: not serving from then on, and watches end. */
  readonly draining: AbortSignal;
  /** Milliseconds between two looks of a watch, 1,000 by default. */
  readonly watchIntervalMs?: number;
}

/** The standard health service of gRPC: one answer for the whole server and for each of its services. */
export function createHealth({
  notReady,
  services,
  draining,
  watchIntervalMs = 1_000,
}: HealthOptions): ServiceImpl<typeof Health> {
  const look = async (): Promise<Status> => {
    try {
      return Object.keys(await notReady()).length === 0 ? Status.SERVING : Status.NOT_SERVING;
    } catch {
      return Status.NOT_SERVING;
    }
  };
  let looking: Promise<Status> | undefined;
  /** Whoever reaches the port may ask, without a token: however many do, the parts are asked once at a time. */
  const status = async (): Promise<Status> => {
    if (draining.aborted) return Status.NOT_SERVING;
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  };
  const isKnown = (service: string): boolean => service === '' || services().has(service);

  return {
    async check({ service }) {
      if (!isKnown(service)) throw new ConnectError(`no service ${service}`, Code.NotFound);
      return { status: await status() };
    },
    async *watch({ service }, { signal }) {
      const ended = AbortSignal.any([signal, draining]);
      let told: Status | undefined;
      while (!signal.aborted) {
        const isLast = draining.aborted;
        const current = isKnown(service) ? await status() : Status.SERVICE_UNKNOWN;
        if (current !== told) yield { status: (told = current) };
        if (isLast) return;
        await sleep(watchIntervalMs, undefined, { signal: ended }).catch(() => {});
      }
    },
  };
}
