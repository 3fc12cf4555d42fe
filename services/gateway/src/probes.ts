import { createClient, type Transport } from '@connectrpc/connect';
import { Health, HealthCheckResponse_ServingStatus } from '@patchbay/contracts/grpc/health/v1/health';
import { byName } from '@patchbay/platform/by-name';
import type { Component } from '@patchbay/runtime/component';
import { type Backend, backends, type Transports } from './clients.ts';

/** Resolves where the service is ready, rejects with the reason where it is not. */
export type Probe = () => Promise<void>;
export type Probes = Readonly<Record<Backend, Probe>>;

/** A health check that takes longer counts as failed. */
const probeTimeoutMs = 1_000;

const probeOf = (transport: Transport): Probe => {
  const health = createClient(Health, transport);
  return async () => {
    const { status } = await health.check({}, { timeoutMs: probeTimeoutMs });
    if (status !== HealthCheckResponse_ServingStatus.SERVING)
      throw new Error('the health check does not answer SERVING');
  };
};

/** Probes that call `grpc.health.v1` of each service. */
export const createProbes = (transports: Transports): Probes =>
  byName(backends, (backend) => probeOf(transports[backend]));

const failing = async (probes: Probes): Promise<readonly Backend[]> => {
  const results = await Promise.allSettled(backends.map((backend) => probes[backend]()));
  return backends.filter((_, index) => results[index]?.status === 'rejected');
};

/** Resolves to the services that are not ready. Calls during a round of probes share its result; nothing is cached. */
export function createNotReady(probes: Probes): () => Promise<readonly Backend[]> {
  let running: Promise<readonly Backend[]> | undefined;
  return () => {
    running ??= failing(probes).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/**
 * Not ready until one round of probes has found every service ready, so that a gateway with a wrong service address never
 * gets traffic. Later outages leave it ready, because operations that do not need the missing service still work.
 */
export function createServicesReadiness(notReady: () => Promise<readonly Backend[]>): Component {
  let answered = false;
  return {
    name: 'services',
    async ready() {
      if (answered) return;
      const missing = await notReady();
      if (missing.length > 0) throw new Error(`no answer yet from ${missing.join(', ')}`);
      answered = true;
    },
  };
}
