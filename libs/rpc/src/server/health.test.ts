import { create } from '@bufbuild/protobuf';
import { Code, createHandlerContext } from '@connectrpc/connect';
import {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { createHealth } from './health.ts';

const service = 'patchbay.identity.v1.IdentityService';

function setUp() {
  let reasons: Record<string, string> | Error = {};
  let looks = 0;
  let answering: Promise<void> | undefined;
  const draining = new AbortController();
  const clock = createManualClock();
  const health = createHealth({
    notReady: async () => {
      looks += 1;
      await answering;
      if (reasons instanceof Error) throw reasons;
      return reasons;
    },
    services: new Set([service]),
    draining: draining.signal,
    maxWatches: 3,
    clock,
  });
  const context = createHandlerContext({
    service: Health,
    method: Health.method.watch,
    protocolName: 'grpc',
    requestMethod: 'POST',
    url: '/',
  });
  const watch = (name: string) => {
    const request = create(HealthCheckRequestSchema, { service: name });
    return health.watch(request, context)[Symbol.asyncIterator]();
  };
  return {
    health,
    clock,
    watch,
    context,
    draining,
    looks: () => looks,
    /** Makes the parts answer when the promise resolves. */
    notReadyAnswers: (when: Promise<void>) => void (answering = when),
    become: (next: typeof reasons) => void (reasons = next),
  };
}

describe('a check of the health', () => {
  it('concurrent health checks share one readiness check', async () => {
    const { health, context, looks } = setUp();
    const check = async () => health.check(create(HealthCheckRequestSchema, { service }), context);
    const answers = await Promise.all([check(), check(), check()]);
    expect(answers).toEqual([1, 2, 3].map(() => ({ status: Status.SERVING })));
    expect(looks()).toBe(1);
    await check();
    expect(looks()).toBe(2);
  });

  it('a health check answers NOT_SERVING if the readiness check hangs, and does not start another one', async () => {
    const { health, clock, context, looks, become, notReadyAnswers } = setUp();
    const check = async () => health.check(create(HealthCheckRequestSchema, { service }), context);
    const hanging = Promise.withResolvers<void>();
    notReadyAnswers(hanging.promise);
    for (const _ of ['first', 'second']) {
      const checks = Promise.all([check(), check()]);
      await clock.advance(500);
      expect(await checks).toEqual([1, 2].map(() => ({ status: Status.NOT_SERVING })));
    }
    expect(looks()).toBe(1);
    become({});
    hanging.resolve();
    expect(await check()).toEqual({ status: Status.SERVING });
  });
});

describe('a watch of the health', () => {
  it('a watch reports each change once, reports that the server drains, and ends', async () => {
    const { watch, clock, draining, become } = setUp();
    const statuses = watch(service);
    const next = async () => {
      const told = statuses.next();
      await clock.advance(1_000);
      return (await told).value as { status: Status } | undefined;
    };
    expect(await next()).toEqual({ status: Status.SERVING });
    become({ database: 'refused' });
    expect(await next()).toEqual({ status: Status.NOT_SERVING });
    become({});
    expect(await next()).toEqual({ status: Status.SERVING });
    become(new Error('cannot tell'));
    expect(await next()).toEqual({ status: Status.NOT_SERVING });
    become({});
    expect(await next()).toEqual({ status: Status.SERVING });
    draining.abort();
    expect(await next()).toEqual({ status: Status.NOT_SERVING });
    expect(await next()).toBeUndefined();
  });

  it('a watch above the limit is refused, and the checks end with the last watch', async () => {
    const { watch, clock, looks } = setUp();
    const statuses = [watch(service), watch('patchbay.other'), watch(service)];
    for (const each of statuses) await each.next();
    await expect(watch(service).next()).rejects.toMatchObject({ code: Code.ResourceExhausted });
    await statuses[0]?.return?.();
    const fourth = watch(service);
    expect((await fourth.next()).value).toEqual({ status: Status.SERVING });
    for (const each of [...statuses, fourth]) await each.return?.();
    const atEnd = looks();
    await clock.advance(60_000);
    expect(looks()).toBe(atEnd);
  });

  it('a watch of an unknown service reports SERVICE_UNKNOWN and ends when its reader leaves', async () => {
    const { watch, context } = setUp();
    const statuses = watch('patchbay.other');
    expect((await statuses.next()).value).toEqual({ status: Status.SERVICE_UNKNOWN });
    context.abort();
    expect((await statuses.next()).done).toBe(true);
  });
});
