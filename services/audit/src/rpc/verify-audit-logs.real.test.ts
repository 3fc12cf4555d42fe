import { createPublicKey } from 'node:crypto';
import { createAdvisoryLocks } from '@patchbay/database/locks';
import type { Queryable } from '@patchbay/database/query';
import { fromConnectError } from '@patchbay/errors/connect';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { v7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  callAsMemberOf,
  clientOf,
  headKeys,
  logger,
  recordEntries,
  sharedAudit,
  sharedTrail,
  startAudit,
} from '../test-bed.fixture.ts';
import { routes as auditRoutes } from './routes.ts';
import { createVerifier, type VerifierOptions } from './verify-audit-logs.ts';

const trail = await sharedTrail();
const audit = await sharedAudit(trail.url);

const signal = new AbortController().signal;
const trustedKeys = [createPublicKey(headKeys.privateKey)];

describe('a verification', () => {
  const tamper = (statement: string, organizationId: string) =>
    trail.db.pool.query(`${statement} where organization_id = $1`, [organizationId]);
  const verifyWith = (options: VerifierOptions) =>
    createVerifier(trail.db, trustedKeys, { pageSize: 100, ...options });

  describe('in parts', () => {
    it('a verification in parts continues after the previous part, and ends with the chain', async () => {
      const organizationId = await recordEntries(audit, 7);
      const verify = verifyWith({ maxEntries: 3 });
      const parts = [];
      let after: number | undefined = 0;
      while (after !== undefined) {
        const part = await verify(organizationId, after, signal);
        parts.push(part);
        after = part.nextSequence;
      }
      expect(parts).toEqual([
        { checked: 3, firstBrokenSequence: undefined, nextSequence: 3 },
        { checked: 3, firstBrokenSequence: undefined, nextSequence: 6 },
        { checked: 1, firstBrokenSequence: undefined, nextSequence: undefined },
      ]);
    });

    it('a verification needs no further part if the last entry ends one', async () => {
      const organizationId = await recordEntries(audit, 3);
      const verify = verifyWith({ maxEntries: 3 });
      const end = { firstBrokenSequence: undefined, nextSequence: undefined };
      expect(await verify(organizationId, 0, signal)).toEqual({ checked: 3, ...end });
      expect(await verify(organizationId, 3, signal)).toEqual({ checked: 0, ...end });
      expect(await verify(v7(), 0, signal)).toEqual({ checked: 0, ...end });
    });

    it('a part that takes too long ends early, after at least one page', async () => {
      const organizationId = await recordEntries(audit, 150);
      const verify = verifyWith({ maxDurationMs: 0 });
      expect(await verify(organizationId, 0, signal)).toMatchObject({ checked: 100, nextSequence: 100 });
      expect(await verify(organizationId, 100, signal)).toMatchObject({ checked: 50 });
    });

    it('a verification compares the head only at the end of the chain', async () => {
      const organizationId = await recordEntries(audit, 6);
      await tamper("update chain_heads set hash = 'x'", organizationId);
      const verify = verifyWith({ maxEntries: 3 });
      expect(await verify(organizationId, 0, signal)).toMatchObject({ nextSequence: 3 });
      expect(await verify(organizationId, 3, signal)).toMatchObject({ firstBrokenSequence: 6 });
    });

    it('a verification refuses to begin after the end of the chain', async () => {
      const organizationId = await recordEntries(audit, 2);
      await expect(verifyWith({})(organizationId, 3, signal)).rejects.toMatchObject({
        problems: [{ path: 'afterSequence', message: 'must be at most 2, the end of the trail' }],
      });
    });
  });

  it('verifications of many organizations read one page at a time', async () => {
    const clock = createManualClock();
    let [running, most] = [0, 0];
    const counting: Queryable = {
      now: () => clock.now(),
      async query(statement, values) {
        if (statement.name === 'extent of a chain') return trail.db.query(statement, values);
        running += 1;
        most = Math.max(most, running);
        if (most === 1) await allWait.promise;
        try {
          return await trail.db.query(statement, values);
        } finally {
          running -= 1;
        }
      },
    };
    const allWait = Promise.withResolvers<void>();
    const organizations = [
      await recordEntries(audit, 210),
      await recordEntries(audit, 210),
      await recordEntries(audit, 210),
    ];
    const verify = createVerifier(counting, trustedKeys, { pageSize: 100, clock });
    const verifying = organizations.map((id) => verify(id, 0, signal));
    // One reads a page, and the two others wait for their turn.
    await clock.waitingFor(2);
    allWait.resolve();
    expect((await Promise.all(verifying)).map(({ checked }) => checked)).toEqual([210, 210, 210]);
    expect(most).toBe(1);
  });

  it('a verification pauses after each page for as long as the page took, for a second at most', async () => {
    const clock = createManualClock();
    const durations = [100, 5_000, 0];
    let pages = 0;
    const slow: Queryable = {
      now: () => clock.now(),
      async query(statement, values) {
        if (statement.name !== 'entries walk') return trail.db.query(statement, values);
        await clock.sleep(durations[pages++] ?? 0);
        return trail.db.query(statement, values);
      },
    };
    const organizationId = await recordEntries(audit, 210);
    const verifying = createVerifier(slow, trustedKeys, { pageSize: 100, clock })(organizationId, 0, signal);
    for (const [index, pause] of [100, 1_000].entries()) {
      await clock.waitingFor(1);
      await clock.advance(durations[index] ?? 0);
      // The pause, and the limit of the wait for the next turn.
      await clock.waitingFor(2);
      await clock.advance(pause - 1);
      expect(pages).toBe(index + 1);
      await clock.advance(1);
      expect(pages).toBe(index + 2);
    }
    await clock.advance(0);
    expect(await verifying).toMatchObject({ checked: 210 });
  });

  describe('of one organization', () => {
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'ok',
        (thrown: unknown) => fromConnectError(thrown, 'audit').code,
      );

    /** As long as the gateway waits: a pause of the machine is shorter. */
    const patientCallOf = (organizationId: string) => ({
      ...callAsMemberOf(organizationId),
      timeoutMs: 30_000,
    });

    it('a second verification of an organization is a conflict, across processes', async () => {
      const second = await startAudit(trail.url);
      onTestFinished(() => second.stop());
      const [organizationId, other] = [await recordEntries(audit, 1_000), await recordEntries(audit, 1)];
      const clients = [clientOf(audit.routes), clientOf(second.routes)];
      const codes: string[] = [];
      const allRefused = Promise.withResolvers<void>();
      const holder = await trail.db.pool.connect();
      // Closes the connection: if the test fails, the lock of the table ends too.
      onTestFinished(() => holder.release(true));
      await holder.query('begin');
      // A verification waits for the table; a conflict does not read it.
      await holder.query('lock table chain_heads in access exclusive mode');
      const calls = Array.from({ length: 5 }, () => clients)
        .flat()
        .map(async (client) => {
          codes.push(await codeOf(client.verifyAuditLogs({}, patientCallOf(organizationId))));
          if (codes.length === 9) allRefused.resolve();
        });
      await allRefused.promise;
      await holder.query('rollback');
      await Promise.all(calls);
      expect(codes).toEqual([...Array<string>(9).fill('conflict'), 'ok']);
      for (const client of clients) {
        expect(await codeOf(client.verifyAuditLogs({}, patientCallOf(organizationId)))).toBe('ok');
        expect(await codeOf(client.verifyAuditLogs({}, patientCallOf(other)))).toBe('ok');
      }
    });

    it('an organization can verify again after a canceled or expired verification', async () => {
      const organizationId = await recordEntries(audit, 3);
      const locks = createAdvisoryLocks({ url: trail.url, name: 'test', logger });
      await locks.start();
      onTestFinished(() => locks.stop());
      let [begun, ended, gate] = [1, 2, 3].map(() => Promise.withResolvers<void>());
      const client = clientOf(
        auditRoutes({
          db: {
            now: () => trail.db.now(),
            async query(statement, values) {
              begun?.resolve();
              await gate?.promise;
              return trail.db.query(statement, values);
            },
          },
          trustedKeys,
          locks: {
            async tryLock(name) {
              const lock = await locks.tryLock(name);
              if (lock === undefined) return undefined;
              return { signal: lock.signal, release: () => lock.release().then(() => ended?.resolve()) };
            },
          },
        }),
      );
      const caller = new AbortController();
      const call = { ...callAsMemberOf(organizationId), signal: caller.signal };
      const canceled = codeOf(client.verifyAuditLogs({}, call));
      await begun?.promise;
      caller.abort();
      expect(await canceled).toBe('timeout');
      gate?.resolve();
      await ended?.promise;
      expect(await codeOf(client.verifyAuditLogs({}, patientCallOf(organizationId)))).toBe('ok');
      [ended, gate] = [1, 2].map(() => Promise.withResolvers<void>());
      const expiring = { ...callAsMemberOf(organizationId), timeoutMs: 10 };
      expect(await codeOf(client.verifyAuditLogs({}, expiring))).toBe('timeout');
      gate?.resolve();
      await ended?.promise;
      expect(await codeOf(client.verifyAuditLogs({}, patientCallOf(organizationId)))).toBe('ok');
    });

    it('a verification that loses its lock stops after the page with `unavailable`', async () => {
      const organizationId = await recordEntries(audit, 1_200);
      const lost = new AbortController();
      let released = 0;
      let pages = 0;
      const client = clientOf(
        auditRoutes({
          db: {
            now: () => new Date(),
            query(statement, values) {
              if (statement.name === 'entries walk') {
                pages += 1;
                if (pages === 2) lost.abort(new Error('the connection was closed'));
              }
              return trail.db.query(statement, values);
            },
          },
          trustedKeys,
          locks: {
            tryLock: async () => ({
              signal: lost.signal,
              async release() {
                released += 1;
              },
            }),
          },
        }),
      );
      expect(await codeOf(client.verifyAuditLogs({}, callAsMemberOf(organizationId)))).toBe('unavailable');
      expect({ pages, released }).toEqual({ pages: 2, released: 1 });
    });
  });
});
