import { createTransact } from '@patchbay/database/transaction';
import { createOutbox } from '@patchbay/events/outbox';
import { createLog } from '@patchbay/testing/log';
import { expect, it } from 'vitest';
import { present, sharedAttemptBed } from '../attempts/attempts.fixture.ts';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import { createAttemptTurns } from '../attempts/limits.ts';
import { rotating } from '../attempts/rotating-provider.fixture.ts';
import { createVerify } from '../attempts/verify.ts';
import type { Connector } from '../connector/connector.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { schema } from '../migrations.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import { postponeVerification } from '../store/due-work.ts';
import { verificationTurns } from './organization-turns.ts';
import { createRevocations } from './revocations.ts';
import { createVerifications } from './verifications.ts';

const bed = await sharedAttemptBed();

const log = createLog();

/** The next verification of this integration is due now, and no other one. */
const makeDue = (id: string) =>
  bed.service.db.pool.query('update integrations set check_at = case when id = $1 then $2::timestamptz end', [
    id,
    bed.service.clock.now(),
  ]);

/** A provider that never answers: its calls end when they are canceled. */
function silentProvider() {
  const called = Promise.withResolvers<void>();
  const unanswered = (signal: AbortSignal): Promise<never> => {
    called.resolve();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () =>
        reject(new ProviderFailure('unavailable', { code: 'canceled' })),
      );
    });
  };
  const connector: Connector = {
    authorize: () => ({ headers: {} }),
    verify: (_connection, signal) => unanswered(signal),
    revoke: (_connection, signal) => unanswered(signal),
  };
  const { db, sealer, clock } = bed.service;
  const { logger } = log;
  const catalogue = createCatalogue([rotating], {});
  const connectorOf = () => connector;
  const renew = () => Promise.reject(new Error('nothing is renewed here'));
  const takeTurn = createAttemptTurns({ clock });
  const parts: AttemptDependencies = {
    db,
    transact: createTransact(db),
    outbox: createOutbox(schema),
    sealer,
    catalogue,
    connectorOf,
    renew,
    takeTurn,
    verify: createVerify({ catalogue, connectorOf, renew, takeTurn, logger, clock }),
    verificationIntervalMs: 21_600_000,
    logger,
    clock,
  };
  return { parts, called: called.promise };
}

it('a verification interrupted by a stopping process is no provider failure and is due at once', async () => {
  const id = await bed.connectedRotor(bed.newTenant());
  const before = await bed.row('integrations', id);
  await makeDue(id);
  const { parts, called } = silentProvider();
  const worker = createVerifications(parts);
  await worker.start();
  await called;
  await worker.stop();
  const {
    check_at: checkAt,
    check_attempts: _attempts,
    ...after
  } = (await bed.row('integrations', id)) ?? {};
  expect(before).toMatchObject(after);
  expect(checkAt).toEqual(bed.service.clock.now());
  expect(log.lines).toEqual([]);
});

it('a verification whose process died is claimed again after its lease, and the earlier claim has no effect', async () => {
  const { db, clock } = bed.service;
  const id = await bed.connectedRotor(bed.newTenant());
  const leaseMs = 60_000;
  const claim = verificationTurns(db, { listMs: 0 });
  await makeDue(id);
  const [dead] = await claim(16, leaseMs, []);
  expect(dead).toMatchObject({ id, attempts: 1 });
  expect(await claim(16, leaseMs, [])).toEqual([]);
  await clock.advance(leaseMs);
  expect(await claim(16, leaseMs, [])).toMatchObject([{ id, attempts: 2 }]);
  const claimed = await bed.row('integrations', id);
  await postponeVerification(db, present(dead), 0);
  expect(await bed.row('integrations', id)).toEqual(claimed);
});

it('a revocation interrupted by a stopping process is due at once', async () => {
  const tenant = bed.newTenant();
  const id = await bed.connectedRotor(tenant);
  await bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
  const { parts, called } = silentProvider();
  const worker = createRevocations(parts);
  await worker.start();
  await called;
  await worker.stop();
  const { attempt_at: attemptAt } = present(await bed.row('revocations', id));
  expect(attemptAt).toEqual(bed.service.clock.now());
});
