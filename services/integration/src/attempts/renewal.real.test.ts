import { createPool } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { withCallSignal } from '@patchbay/runtime/call-signal';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { patience } from '@patchbay/testing/postgres';
import { startTcpProxy } from '@patchbay/testing/tcp-proxy';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ProviderFailure } from '../connector/failure.ts';
import { present } from './attempts.fixture.ts';
import { renewalLeaseMs } from './limits.ts';
import { held, never, renewalBed, slowProvider, tokens, whileMoving } from './renewals.fixture.ts';

const given = renewalBed();

describe('a renewal', () => {
  it('concurrent renewals of one integration in several processes call the provider once', async () => {
    const { integration, stored, read } = await given.connected();
    let calls = 0;
    const renew = async () => {
      calls += 1;
      return tokens('new');
    };
    const processes = [given.processWith(renew), given.processWith(renew), given.processWith(renew)];
    const renewals = [...processes, ...processes].map((each) => each.renew(integration, stored, never));
    await Promise.race(renewals);
    const renewed = await whileMoving(given.bed.service.clock, Promise.all(renewals));
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
    const provider = slowProvider('late');
    const { renew, component } = given.processWith(async (_connection, signal) => {
      const renewed = await provider.renew();
      expect(signal.aborted).toBe(false);
      return renewed;
    });
    const gone = new AbortController();
    const wanted = renew(integration, stored, gone.signal);
    await provider.begun;
    gone.abort();
    await expect(wanted).rejects.toMatchObject({ code: 'unavailable' });
    expect(await read()).toMatchObject({ version: 1 });
    // A stopping process waits for it.
    const drained = component.drain?.(never);
    provider.release();
    await drained;
    expect(await read()).toMatchObject({ version: 2, credentials: tokens('late') });
  });

  it('a renewal is saved although its call has ended and the pool is busy', async () => {
    const { integration, stored, read } = await given.connected();
    const { db } = given.bed.service;
    const real = createTransact(db);
    const call = new AbortController();
    const busy = held();
    const { renew } = given.processWith(
      async () => {
        call.abort();
        // Takes all connections of the pool: only a save that waits for its turn gets one. The clock stands, so that none is repeated.
        for (let index = 0; index < 6; index += 1) void db.turns.run(undefined, () => busy.promise);
        expect(db.turns.waitingForConnection()).toBe(0);
        return tokens('late');
      },
      {
        transact(transaction, work) {
          const done = real(transaction, work);
          if (call.signal.aborted) setImmediate(busy.release);
          return done;
        },
      },
    );
    const renewed = await withCallSignal(call, () => renew(integration, stored, never));
    expect(renewed).toMatchObject({ version: 2 });
    expect(await read()).toMatchObject({ version: 2, credentials: tokens('late') });
  });

  it('a renewal is saved when Postgres is back, although its lease has ended meanwhile', async () => {
    const { integration, stored, read } = await given.connected();
    given.log.lines.length = 0;
    const { logger } = given.log;
    const postgres = await startTcpProxy(given.bed.service.url);
    onTestFinished(() => postgres.close());
    const db = createPool({
      url: postgres.url,
      applicationName: 'renewals',
      ...patience,
      logger,
      clock: given.bed.service.clock,
    });
    onTestFinished(() => db.component.stop());
    const clock = createManualClock();
    const { renew } = given.processWith(
      async () => {
        await postgres.close();
        return tokens('kept');
      },
      { clock, transact: createTransact(db) },
    );
    const wanted = renew(integration, stored, never);
    // For the answer of the provider, and for the next save.
    await clock.waitingFor(2);
    expect(given.log.lines.map(({ msg }) => msg)).toContain('saving renewed credentials failed, retrying');
    await clock.advance(600_000);
    await given.bed.service.clock.advance(renewalLeaseMs);
    await postgres.open();
    expect(await whileMoving(clock, wanted)).toMatchObject({ version: 2 });
    expect(await read()).toMatchObject({ version: 2, credentials: tokens('kept') });
    expect(given.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  describe('a renewal that cannot be saved', () => {
    /** Begins a renewal whose saves fail. */
    const unsaved = async (answer: ReturnType<typeof slowProvider>['renew']) => {
      const { id, integration, stored } = await given.connected();
      given.log.lines.length = 0;
      const real = createTransact(given.bed.service.db);
      const clock = createManualClock();
      const { renew, component } = given.processWith(answer, {
        clock,
        transact: (transaction, work) =>
          typeof transaction === 'object' && transaction.name === 'save renewed credentials'
            ? Promise.reject(new Error('down'))
            : real(transaction, work),
      });
      const wanted = renew(integration, stored, never);
      wanted.catch(() => {});
      const lines = () =>
        given.log.lines.map(({ level, integration: of, provider, msg }) => [level, of, provider, msg]);
      const retrying = ['warn', id, 'rotating', 'saving renewed credentials failed, retrying'];
      const lost = ['error', id, 'rotating', 'saving renewed credentials failed and they are lost'];
      return { clock, component, wanted, lines, retrying, lost };
    };
    const fast = async () => tokens('lost');

    it('a renewal that cannot be saved is given up after an hour, and the log tells what is lost', async () => {
      const { clock, wanted, lines, retrying, lost } = await unsaved(fast);
      // For the answer of the provider, and for the next save.
      await clock.waitingFor(2);
      expect(lines()).toEqual([retrying]);
      await clock.advance(3_590_000);
      expect(lines()).toEqual([retrying]);
      await clock.advance(20_000);
      await expect(wanted).rejects.toThrow('down');
      expect(lines()).toEqual([retrying, lost]);
    });

    it('a renewal that is not saved when its process stops is in the log, once', async () => {
      const { clock, component, wanted, lines, retrying, lost } = await unsaved(fast);
      // For the answer of the provider, and for the next save.
      await clock.waitingFor(2);
      expect(lines()).toEqual([retrying]);
      const drained = component.drain?.(clock.deadline(30_000));
      await clock.advance(30_000);
      await drained;
      expect(lines()).toEqual([retrying]);
      await component.stop?.();
      expect(lines()).toEqual([retrying, lost]);
      await expect(wanted).rejects.toThrow('down');
      expect(lines()).toEqual([retrying, lost]);
    });

    it('a renewal whose answer comes after its process has stopped is not retried, and is in the log', async () => {
      const provider = slowProvider('lost');
      const { component, wanted, lines, lost } = await unsaved(provider.renew);
      await provider.begun;
      await component.stop?.();
      expect(lines()).toEqual([]);
      provider.release();
      await expect(wanted).rejects.toThrow('down');
      expect(lines()).toEqual([lost]);
    });
  });

  it('a saved renewal makes an integration active again that another process set to error with the replaced refresh token', async () => {
    const tenant = given.bed.newTenant();
    const { id, integration, stored } = await given.connected(tenant);
    const provider = slowProvider('slow');
    const wanted = given.processWith(provider.renew).renew(integration, stored, never);
    await provider.begun;
    await given.bed.service.clock.advance(renewalLeaseMs);
    given.bed.rotor.expireAccessTokens?.();
    given.bed.fail('rotating', '/token', { status: 400, json: { error: 'invalid_grant' } });
    const refused = await given.bed.service.integrations.verifyIntegration(
      { integrationId: id },
      tenant.as(),
    );
    expect(refused.integration).toMatchObject({ status: 'error' });
    given.bed.fail('rotating');
    await tenant.trail();
    provider.release();
    expect(await wanted).toMatchObject({ version: 2 });
    const row = present(await given.bed.row('integrations', id));
    expect(row).toMatchObject({ status: 'active', status_detail: null });
    expect(row['check_at']).toEqual(given.bed.service.clock.now());
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
    expect(until).toEqual(given.bed.service.clock.now());
    fails = false;
    expect(await renew(integration, stored, never)).toMatchObject({ version: 2 });
    expect(await given.bed.row('credentials', id)).toMatchObject({ renewing_until: null });
  });

  it('a process waits for the renewal of another process no longer than its signal allows', async () => {
    const { integration, stored } = await given.connected();
    const provider = slowProvider('first');
    const wanted = given.processWith(provider.renew).renew(integration, stored, never);
    await provider.begun;
    const clock = createManualClock();
    const other = given.processWith(() => Promise.reject(new Error('the lease is taken')), { clock });
    const waiting = other.renew(integration, stored, clock.deadline(5_000));
    await expect(whileMoving(clock, waiting)).rejects.toMatchObject({ code: 'unavailable' });
    provider.release();
    expect(await wanted).toMatchObject({ version: 2 });
  });
});
