import { createRouterTransport } from '@connectrpc/connect';
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';
import { byName } from '@patchbay/platform/by-name';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { backends } from './clients.ts';
import {
  createHealthCheck,
  createProbes,
  createServicesReadiness,
  type Probe,
  type Probes,
} from './probes.ts';

/** `probe` for every service but audit, which is always ready. */
const probesBy = (probe: Probe): Probes => ({
  ...byName(backends, () => probe),
  audit: async () => true,
});
const others = backends.filter((backend) => backend !== 'audit');
const refused: Probe = () => Promise.reject(new Error('refused'));

describe('probes', () => {
  it('health checks at the same time share one round of probes, later ones do not', async () => {
    let asked = 0;
    const checkHealth = createHealthCheck(
      probesBy(async () => {
        asked++;
        return true;
      }),
    );
    await Promise.all([checkHealth(), checkHealth()]);
    expect(asked).toBe(others.length);
    await checkHealth();
    expect(asked).toBe(2 * others.length);
  });

  it('a service that answers that it is not ready differs from one that does not answer', async () => {
    expect(await createHealthCheck(probesBy(async () => false))()).toEqual({
      notReady: others,
      unanswered: [],
    });
    expect(await createHealthCheck(probesBy(refused))()).toEqual({ notReady: others, unanswered: others });
    expect(await createHealthCheck(probesBy(async () => true))()).toEqual({ notReady: [], unanswered: [] });
  });

  it('NOT_SERVING is an answer', async () => {
    const transportTo = (status: Status) =>
      createRouterTransport(({ service }) => service(Health, { check: () => ({ status }) }));
    const probes = createProbes({
      ...byName(backends, () => transportTo(Status.SERVING)),
      audit: transportTo(Status.NOT_SERVING),
    });
    expect(await probes.audit()).toBe(false);
    expect(await probes.identity()).toBe(true);
  });

  it('a service that answers at once that it is not ready is asked again, because another process may be ready', async () => {
    const statuses = [Status.NOT_SERVING, Status.NOT_SERVING, Status.SERVING];
    const transport = createRouterTransport(({ service }) =>
      service(Health, { check: () => ({ status: statuses.shift() ?? Status.UNKNOWN }) }),
    );
    const probes = createProbes(byName(backends, () => transport));
    expect(await probes.audit()).toBe(true);
    expect(await probes.audit()).toBe(false);
  });

  it('a service that answers late that it is not ready is asked once', async () => {
    let asked = 0;
    const clock = createManualClock();
    const transport = createRouterTransport(({ service }) =>
      service(Health, {
        async check() {
          asked += 1;
          await clock.advance(250);
          return { status: Status.NOT_SERVING };
        },
      }),
    );
    expect(
      await createProbes(
        byName(backends, () => transport),
        clock,
      ).audit(),
    ).toBe(false);
    expect(asked).toBe(1);
  });

  it('a gateway is not ready until every service has answered once', async () => {
    let probe = refused;
    const readiness = createServicesReadiness(createHealthCheck(probesBy(() => probe())));
    await expect(readiness.ready?.()).rejects.toThrow(`no answer yet from ${others.join(', ')}`);
    probe = async () => false;
    await readiness.ready?.();
    probe = refused;
    await readiness.ready?.();
  });

  it('services may answer in different rounds until the gateway is ready', async () => {
    let auditAnswers = false;
    const answersIf =
      (answers: () => boolean): Probe =>
      () =>
        answers() ? Promise.resolve(true) : refused();
    const readiness = createServicesReadiness(
      createHealthCheck({
        ...byName(backends, () => answersIf(() => !auditAnswers)),
        audit: answersIf(() => auditAnswers),
      }),
    );
    await expect(readiness.ready?.()).rejects.toThrow('no answer yet from audit');
    auditAnswers = true;
    await readiness.ready?.();
  });
});
