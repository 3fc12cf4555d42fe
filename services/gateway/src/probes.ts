import { createClient, type Transport } from '@connectrpc/connect';
import {
  HealthCheckResponse_ServingStatus,
  Health as HealthService,
} from '@patchbay/contracts/grpc/health/v1/health';
import { byName } from '@patchbay/platform/by-name';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import { type Backend, backends } from './clients.ts';

/** Resolves with whether the service is ready; rejects if it does not answer. */
export type Probe = () => Promise<boolean>;
export type Probes = Readonly<Record<Backend, Probe>>;

export interface Health {
  /** The services that are not ready, or do not answer. */
  readonly notReady: readonly Backend[];
  readonly unanswered: readonly Backend[];
}
export type CheckHealth = () => Promise<Health>;

/** A health check that takes longer counts as unanswered. */
const probeTimeoutMs = 1_000;

/**
 * How often a service is asked that answers that it is not ready. A process that is being replaced answers so and ends the connection
 * with its answer: the next one is to another process, if there is one. More than once, as two may be replaced at a time.
 */
const attempts = 3;
/**
 * Milliseconds: such a process answers at once. One that waited for its database first would answer the same again, and the caller of
 * `/health` would wait for it several times.
 */
const atOnceMs = 250;

const probeOf = (transport: Transport, clock: Pick<Clock, 'uptime'>): Probe => {
  const health = createClient(HealthService, transport);
  return async () => {
    const begun = clock.uptime();
    for (let attempt = 1; attempt <= attempts && clock.uptime() - begun < atOnceMs; attempt += 1) {
      const { status } = await health.check({}, { timeoutMs: probeTimeoutMs });
      if (status === HealthCheckResponse_ServingStatus.SERVING) return true;
    }
    return false;
  };
};

/** Probes that call `grpc.health.v1` of each service. */
export const createProbes = (
  transports: Readonly<Record<Backend, Transport>>,
  clock: Pick<Clock, 'uptime'> = systemClock,
): Probes => byName(backends, (backend) => probeOf(transports[backend], clock));

const check = async (probes: Probes): Promise<Health> => {
  const results = await Promise.allSettled(backends.map((backend) => probes[backend]()));
  const unanswered = backends.filter((_, index) => results[index]?.status === 'rejected');
  const notReady = backends.filter((_, index) => {
    const result = results[index];
    return !(result?.status === 'fulfilled' && result.value);
  });
  return { notReady, unanswered };
};

/** Probes every service. Calls during a round of probes share its result; nothing is cached. */
export function createHealthCheck(probes: Probes): CheckHealth {
  let running: Promise<Health> | undefined;
  return () => {
    running ??= check(probes).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/**
 * Not ready until every service has answered a probe once, not necessarily in the same round, so that a gateway with a wrong service address never gets
 * traffic. A service may answer that it is not ready: operations that do not need it still work, so a gateway that starts
 * during its outage must serve them. For the same reason later outages leave the gateway ready.
 */
export function createServicesReadiness(checkHealth: CheckHealth): Component {
  const missing = new Set<Backend>(backends);
  return {
    name: 'services',
    async ready() {
      if (missing.size === 0) return;
      const { unanswered } = await checkHealth();
      for (const backend of backends) if (!unanswered.includes(backend)) missing.delete(backend);
      if (missing.size > 0) throw new Error(`no answer yet from ${[...missing].join(', ')}`);
    },
  };
}
