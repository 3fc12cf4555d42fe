import { createClient, type Transport } from '@connectrpc/connect';
import { Health, HealthCheckResponse_ServingStatus } from '@patchbay/contracts/grpc/health/v1/health';
import { byName } from '@patchbay/platform/by-name';
import type { Component } from '@patchbay/runtime/component';
import { type Backend, backends, type Transports } from './clients.ts';

/** Resolves while a service works, rejects with the reason while it does not. */
export type Probe = () => Promise<void>;
export type Probes = Readonly<Record<Backend, Probe>>;

/** A service that takes longer than this to say that it works does not. */
const probeTimeoutMs = 1_000;

const probeOf = (transport: Transport): Probe => {
  const health = createClient(Health, transport);
  return async () => {
    const { status } = await health.check({}, { timeoutMs: probeTimeoutMs });
    if (status !== HealthCheckResponse_ServingStatus.SERVING)
      throw new Error('it says that it is not serving');
  };
};

/** Asks each service's standard health protocol. */
export const createProbes = (transports: Transports): Probes =>
  byName(backends, (backend) => probeOf(transports[backend]));

const failing = async (probes: Probes): Promise<readonly Backend[]> => {
  const results = await Promise.allSettled(backends.map((backend) => probes[backend]()));
  return backends.filter((_, index) => results[index]?.status === 'rejected');
};

/** Who is not ready at this moment. Askers at the same time share one round of probes; nothing is kept longer. */
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
 * Not ready until every service has answered once: a gateway with a wrong address never gets a request. Later outages
 * leave it ready, because operations that do not need the missing service still work.
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
