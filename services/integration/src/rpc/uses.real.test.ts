import type { Principal } from '@patchbay/access/caller';
import { createLogger } from '@patchbay/telemetry/logger';
import type { Worker } from '@patchbay/worker/worker';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createUseCounter } from '../relay/use-counter.ts';
import { createTenant } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

const hourMs = 3_600_000;
const moment = (date: Date) => ({ seconds: BigInt(Math.floor(date.getTime() / 1_000)), nanos: 0 });

describe('listUses', () => {
  it('without times the uses of the week before now are listed, those of a key under the name of its creator', async () => {
    const { clock, db } = service;
    const tenant = createTenant(service);
    const { id: integrationId } = await tenant.create();
    const { person, organizationId } = tenant;
    const key: Principal = {
      type: 'api_key',
      keyId: v7(),
      lineId: v7(),
      prefix: 'pby_0123456789a',
      level: 'organization',
      role: 'member',
      organizationId,
      workspaceId: null,
      creator: person,
    };
    const logger = createLogger({ service: 'test', level: 'silent' });
    const counter = createUseCounter({ db, logger, clock });
    const use = async (): Promise<Date> => {
      counter.count({
        integrationId,
        caller: key,
        call: { caller: key, requestId: 'r', ipAddress: '', userAgent: '' },
        event: undefined,
        grantId: null,
        api: 'marketing',
        outcome: 'reads',
        bytesSent: 0,
        bytesReceived: 0,
      });
      await (counter.component as Worker).runDue();
      return clock.now();
    };
    const first = await use();
    await clock.jump(2 * hourMs);
    const second = await use();
    const list = async (asked: { from?: Date; to?: Date } = {}) =>
      (
        await service.uses.listUses(
          {
            integrationId,
            ...(asked.from && { from: moment(asked.from) }),
            ...(asked.to && { to: moment(asked.to) }),
          },
          tenant.as(),
        )
      ).uses;
    expect(await list()).toMatchObject(
      Array.from({ length: 2 }, () => ({
        callerType: 'api_key',
        callerName: person.name,
        apiKeyPrefix: key.prefix,
      })),
    );
    // A week and more after the first, less after the second.
    await clock.jump(7 * 24 * hourMs - hourMs + 1);
    expect(await list()).toHaveLength(1);
    // A week before `to`, where that is given.
    const after = (date: Date, hours: number) => new Date(date.getTime() + hours * hourMs);
    expect(await list({ to: after(first, 1) })).toHaveLength(1);
    expect(await list({ to: after(second, 1) })).toHaveLength(2);
    expect(await list({ to: after(second, 7 * 24) })).toHaveLength(1);
    expect(await list({ from: first })).toHaveLength(2);
    for (const asked of [{ from: second, to: first }, { from: after(clock.now(), 1) }])
      await expect(list(asked)).rejects.toMatchObject({ code: 'invalid', problems: [{ path: 'from' }] });
  });
});
