import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { waitFor } from '@patchbay/testing/wait';
import { isReady, type Kubernetes } from '../kubernetes.ts';
import type { Run } from '../run.ts';
import type { Told } from '../story/tell-story.ts';
import { type Allowed, tell, underTraffic } from './under-traffic.ts';

const allReady = (kubernetes: Kubernetes, service: ServiceName, count: number): Promise<true> =>
  waitFor(
    async () => {
      const pods = await kubernetes.podsOf(service);
      return pods.length === count && pods.every(isReady);
    },
    { what: `${count} pods of ${service}`, timeoutMs: 300_000, intervalMs: 500 },
  );

/** Deletes a pod of each service, as a node that is drained does, under traffic. */
export async function deleteEach(run: Run, told: Told): Promise<void> {
  const { kubernetes, log } = run;
  for (const service of serviceNames) {
    const outcome = await underTraffic(run, told, `Delete ${service}`, async () => {
      const before = await kubernetes.podsOf(service);
      await kubernetes.kubectl('delete', 'pod', before[0]?.metadata.name ?? '', '--wait=true');
      await allReady(kubernetes, service, before.length);
    });
    log(`  ${service}: ${tell(outcome)}`);
  }
}

/** The services whose pods are all killed at once, and what may fail until there are others. */
const killed: readonly { readonly service: ServiceName; readonly allowed: Allowed }[] = [
  {
    service: 'relay',
    allowed: {
      failure: ({ kind, status }) => ['relay', 'health'].includes(kind) && status === 503,
      // A killed relay had answered, and had not yet recorded it.
      lostStatuses: true,
    },
  },
  // Its operations are refused, deliveries wait.
  {
    service: 'webhook',
    allowed: { failure: ({ kind, status }) => ['api', 'health'].includes(kind) && status === 503 },
  },
];

/** Kills all pods of relay, then of webhook, without their time to stop, under traffic. */
export async function killAll(run: Run, told: Told): Promise<void> {
  const { kubernetes, log } = run;
  for (const { service, allowed } of killed) {
    const outcome = await underTraffic(
      run,
      told,
      `Kill ${service}`,
      async (traffic) => {
        const before = await kubernetes.podsOf(service);
        const names = before.map(({ metadata }) => metadata.name);
        await kubernetes.kubectl('delete', 'pod', ...names, '--grace-period=0', '--force');
        await allReady(kubernetes, service, before.length);
        await traffic.recovered();
      },
      allowed,
    );
    log(`  ${service}: ${tell(outcome)}`);
  }
}
