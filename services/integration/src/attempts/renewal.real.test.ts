import { setTimeout as sleep } from 'node:timers/promises';
import { createPrismaTransact } from '@patchbay/database/prisma';
import { withCallSignal } from '@patchbay/runtime/call-signal';
import { describe, expect, it } from 'vitest';
import { ProviderFailure } from '../connector/failure.ts';
import { openSecrets, type SealedSecrets } from '../store/sealed-secrets.ts';
import { patiently, present } from './attempts.fixture.ts';
import { held, never, renewalBed, tokens } from './renewals.fixture.ts';

const given = renewalBed();

describe('a renewal', () => {
  it('concurrent renewals of one integration in several processes call the provider once', async () => {
    const { integration, stored, read } = await given.connected();
    let calls = 0;
    const renew = async () => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return tokens('new');
    };
    const processes = [given.processWith(renew), given.processWith(renew), given.processWith(renew)];
    const renewed = await Promise.all(
      [...processes, ...processes].map((each) => each.renew(integration, stored, never)),
    );
    expect(calls).toBe(1);
    for (const { version, credentials } of renewed)
      expect([version, credentials.secrets['accessToken']]).toEqual([2, 'access new']);
    expect(await read()).toMatchObject({ version: 2, credentials: tokens('new') });
    // A caller with the first version gets the saved one.
    expect(await processes[0]?.renew(integration, stored, never)).toMatchObject({ version: 2 });
    expect(calls).toBe(1);
  });

  it('a renewal is saved although its caller stopped waiting', async () => {
    const { integration, stored, read } = await given.connected();
    const gate = held();
    const { renew, component } = given.processWith(async (_connection, signal) => {
      await gate.promise;
      expect(signal.aborted).toBe(false);
      return tokens('late');
    });
    const gone = new AbortController();
    const wanted = renew(integration, stored, gone.signal);
    await expect
      .poll(async () => (await given.bed.row('credentials', integration.id))?.['renewing_until'], patiently)
      .not.toBeNull();
    gone.abort();
    await expect(wanted).rejects.toMatchObject({ code: 'unavailable' });
    expect(await read()).toMatchObject({ version: 1 });
    // A stopping process waits for it.
    const drained = component.drain?.(AbortSignal.timeout(10_000));
    gate.release();
    await drained;
    expect(await read()).toMatchObject({ version: 2, credentials: tokens('late') });
  });

  it('a renewal is saved although its call has ended and the pool is busy', async () => {
    const { integration, stored, read } = await given.connected();
    const { db } = given.bed.service;
    const call = new AbortController();
    const { renew } = given.processWith(
      async () => {
        call.abort();
        // Takes all connections of the pool for longer than saves are retried: only a save that waits for its turn gets one.
        for (let index = 0; index < 6; index += 1) void db.turns.run(undefined, () => sleep(600));
        expect(db.turns.waitingForConnection()).toBe(0);
        return tokens('late');
      },
      { saveMs: 200 },
    );
    const renewed = await withCallSignal(call, () => renew(integration, stored, never));
    expect(renewed).toMatchObject({ version: 2 });
    expect(await read()).toMatchObject({ version: 2, credentials: tokens('late') });
  });

  it('a renewal stops trying to save before its lease ends, and logs what is lost', async () => {
    const { integration, stored } = await given.connected();
    given.log.lines.length = 0;
    const real = createPrismaTransact(given.prisma, given.bed.service.db);
    const { renew } = given.processWith(async () => tokens('lost'), {
      saveMs: 100,
      transact: (transaction, work) =>
        typeof transaction === 'object' && transaction.name === 'save renewed credentials'
          ? Promise.reject(new Error('down'))
          : real(transaction, work),
    });
    await expect(renew(integration, stored, never)).rejects.toThrow('down');
    expect(given.log.lines).toMatchObject([{ level: 'error', integration: integration.id }]);
  });

  it('a saved renewal makes an integration active again that another process set to error with the replaced refresh token', async () => {
    const tenant = given.bed.newTenant();
    const { id, integration, stored } = await given.connected(tenant);
    const gate = held();
    const slow = given.processWith(
      async () => {
        await gate.promise;
        return tokens('slow');
      },
      { leaseMs: 50 },
    );
    const wanted = slow.renew(integration, stored, never);
    await expect
      .poll(async () => (await given.bed.row('credentials', id))?.['renewing_until'], patiently)
      .not.toBeNull();
    given.bed.rotor.expireAccessTokens?.();
    given.bed.fail('rotating', '/token', { status: 400, json: { error: 'invalid_grant' } });
    const refused = await given.bed.service.integrations.verifyIntegration(
      { integrationId: id },
      tenant.as(),
    );
    expect(refused.integration).toMatchObject({ status: 'error' });
    given.bed.fail('rotating');
    await tenant.trail();
    gate.release();
    expect(await wanted).toMatchObject({ version: 2 });
    const row = present(await given.bed.row('integrations', id));
    expect(row).toMatchObject({ status: 'active', status_detail: null });
    expect((row['check_at'] as Date).getTime()).toBeLessThanOrEqual(Date.now());
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.status_changed', actor: 'system', changes: { status: ['error', 'active'] } },
    ]);
    // Processes that later tests start must not find it due.
    await given.bed.service.db.pool.query('update integrations set check_at = null where id = $1', [id]);
  });

  it('a renewal does not replace the credentials of a new connection', async () => {
    const { id, integration, stored, read } = await given.connected();
    const { renew } = given.processWith(async () => {
      await given.bed.service.db.pool.query(
        'update credentials set version = version + 1, renewing_until = null where integration_id = $1',
        [id],
      );
      return tokens('too late');
    });
    expect(await renew(integration, stored, never)).toMatchObject({
      version: 2,
      credentials: { secrets: stored.credentials.secrets },
    });
    expect((await read()).credentials.secrets).toEqual(stored.credentials.secrets);
  });

  it('a renewal of an integration deleted meanwhile queues its result for revocation', async () => {
    const { id, integration, stored } = await given.connected();
    const { renew } = given.processWith(async () => {
      await given.bed.service.db.pool.query('delete from integrations where id = $1', [id]);
      return tokens('orphaned');
    });
    // Keeps the row.
    given.bed.fail('rotating', '/revoke');
    await expect(renew(integration, stored, never)).rejects.toMatchObject({ code: 'not_found' });
    const row = present(await given.bed.row('revocations', id));
    expect(openSecrets(given.bed.service.sealer, integration, row['sealed'] as SealedSecrets)).toEqual(
      tokens('orphaned').secrets,
    );
    given.bed.fail('rotating');
  });

  it('a failed renewal gives its lease back, and the next one begins at once', async () => {
    const { id, integration, stored } = await given.connected();
    let fails = true;
    const { renew } = given.processWith(async () => {
      if (fails) throw new ProviderFailure('unavailable', { code: '503' });
      return tokens('second');
    });
    await expect(renew(integration, stored, never)).rejects.toMatchObject({ reason: 'unavailable' });
    // The lease has ended but is still stored: the provider may have renewed.
    const { version, renewing_until: until } = present(await given.bed.row('credentials', id));
    expect(version).toBe(1);
    expect((until as Date).getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    fails = false;
    expect(await renew(integration, stored, never)).toMatchObject({ version: 2 });
    expect(await given.bed.row('credentials', id)).toMatchObject({ renewing_until: null });
  });

  it('a process waits for the renewal of another process no longer than its signal allows', async () => {
    const { integration, stored } = await given.connected();
    const gate = held();
    const first = given.processWith(async () => {
      await gate.promise;
      return tokens('first');
    });
    const wanted = first.renew(integration, stored, never);
    await expect
      .poll(async () => (await given.bed.row('credentials', integration.id))?.['renewing_until'], patiently)
      .not.toBeNull();
    const other = given.processWith(() => Promise.reject(new Error('the lease is taken')));
    await expect(other.renew(integration, stored, AbortSignal.timeout(200))).rejects.toMatchObject({
      code: 'unavailable',
    });
    gate.release();
    expect(await wanted).toMatchObject({ version: 2 });
  });
});
