import { prismaAdapter } from '@patchbay/database/prisma';
import { createPrismaTransact } from '@patchbay/database/prisma-transaction';
import { createOutbox } from '@patchbay/events/outbox';
import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { withCallSignal } from '@patchbay/runtime/call-signal';
import { createLog } from '@patchbay/testing/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '../connector/connector.ts';
import type { Credentials } from '../connector/credentials.ts';
import { ProviderFailure, sentenceOf } from '../connector/failure.ts';
import { schema } from '../migrations.ts';
import { PrismaClient } from '../prisma/generated/client.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import { findCredentials } from '../store/credentials.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import { openSecrets, type SealedSecrets } from '../store/sealed-secrets.ts';
import { type AttemptBed, patiently, present, startAttemptBed } from './attempt-bed.fixture.ts';
import { createRenewals, type RenewalParts } from './renewal.ts';
import { rotating } from './rotating.fixture.ts';
import { verifyStored } from './verification.ts';

const log = createLog();
let bed: AttemptBed;
let prisma: PrismaClient;
beforeAll(async () => {
  // The background does not look for work while the tests look at it.
  bed = await startAttemptBed({ pollMs: 3_600_000 });
  prisma = new PrismaClient({ adapter: prismaAdapter(bed.service.db, schema), errorFormat: 'minimal' });
});
afterAll(() => bed?.stop());

const never = new AbortController().signal;
const tokens = (text: string): Credentials => ({
  secrets: { accessToken: `access ${text}`, refreshToken: `refresh ${text}` },
  expiresAt: null,
  renewAt: null,
  endsAt: null,
});

/** Renewals of one process, with a provider that answers as `renew` does. */
function processWith(
  renew: NonNullable<Connector['renew']>,
  options: Partial<Pick<RenewalParts, 'leaseMs' | 'saveMs' | 'transact'>> = {},
) {
  const { db, sealer } = bed.service;
  const connector: Connector = {
    renew,
    verify: () => Promise.reject(new Error('nothing is verified here')),
    revoke: () => Promise.resolve(),
  };
  return createRenewals({
    transact: createPrismaTransact(prisma, db),
    outbox: createOutbox(schema),
    sealer,
    catalogue: createCatalogue([rotating], {}),
    connectorOf: () => connector,
    logger: log.logger,
    ...options,
  });
}

/** A connected integration as it is stored. */
async function connected(tenant = bed.newTenant()) {
  const { db, sealer } = bed.service;
  const id = await bed.connectedRotor(tenant);
  const { integration } = present(await findAnyIntegration(db, id));
  const read = async () => present(await findCredentials(db, sealer, integration));
  return { id, integration, read, stored: await read() };
}

const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, release: () => resolve() };
};

describe('a renewal', () => {
  it('is done once for many who want it at the same moment, in several processes', async () => {
    const { integration, stored, read } = await connected();
    let calls = 0;
    const renew = async () => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return tokens('new');
    };
    const processes = [processWith(renew), processWith(renew), processWith(renew)];
    const renewed = await Promise.all(
      [...processes, ...processes].map((each) => each.renew(integration, stored, never)),
    );
    expect(calls).toBe(1);
    for (const { version, credentials } of renewed)
      expect([version, credentials.secrets['accessToken']]).toEqual([2, 'access new']);
    expect(await read()).toMatchObject({ version: 2, credentials: tokens('new') });
    // Whoever still has the first version gets what was saved.
    expect(await processes[0]?.renew(integration, stored, never)).toMatchObject({ version: 2 });
    expect(calls).toBe(1);
  });

  it('is saved although whoever wanted it is gone', async () => {
    const { integration, stored, read } = await connected();
    const gate = held();
    const { renew, component } = processWith(async (_connection, signal) => {
      await gate.promise;
      expect(signal.aborted).toBe(false);
      return tokens('late');
    });
    const gone = new AbortController();
    const wanted = renew(integration, stored, gone.signal);
    await expect
      .poll(async () => (await bed.row('credentials', integration.id))?.['renewing_until'], patiently)
      .not.toBeNull();
    gone.abort();
    await expect(wanted).rejects.toMatchObject({ code: 'unavailable' });
    expect(await read()).toMatchObject({ version: 1 });
    // A process that stops waits for it.
    const drained = component.drain?.(AbortSignal.timeout(10_000));
    gate.release();
    await drained;
    expect(await read()).toMatchObject({ version: 2, credentials: tokens('late') });
  });

  it('is saved although the call that wanted it has ended and the pool is busy', async () => {
    const { integration, stored, read } = await connected();
    const { db } = bed.service;
    const call = new AbortController();
    const taken: { release(): void }[] = [];
    const { renew } = processWith(
      async () => {
        call.abort();
        for (let slot = db.transactionSlots.tryTake(); slot; slot = db.transactionSlots.tryTake())
          taken.push(slot);
        // Longer than the save is begun again: only one that waits for its turn gets it.
        setTimeout(() => taken.forEach((slot) => slot.release()), 600);
        return tokens('late');
      },
      { saveMs: 200 },
    );
    const renewed = await withCallSignal(call, () => renew(integration, stored, never));
    expect(taken.length).toBeGreaterThan(0);
    expect(renewed).toMatchObject({ version: 2 });
    expect(await read()).toMatchObject({ version: 2, credentials: tokens('late') });
  });

  it('gives up to save before its lease ends, and says what is lost', async () => {
    const { integration, stored } = await connected();
    log.lines.length = 0;
    const real = createPrismaTransact(prisma, bed.service.db);
    const { renew } = processWith(async () => tokens('lost'), {
      saveMs: 100,
      transact: (name, work) =>
        name === 'save renewed credentials' ? Promise.reject(new Error('down')) : real(name, work),
    });
    await expect(renew(integration, stored, never)).rejects.toThrow('down');
    expect(log.lines).toMatchObject([{ level: 'error', integration: integration.id }]);
  });

  it('takes back the refusal of another process that used the refresh token which it replaced', async () => {
    const tenant = bed.newTenant();
    const { id, integration, stored } = await connected(tenant);
    const gate = held();
    const slow = processWith(
      async () => {
        await gate.promise;
        return tokens('slow');
      },
      { leaseMs: 50 },
    );
    const wanted = slow.renew(integration, stored, never);
    await expect
      .poll(async () => (await bed.row('credentials', id))?.['renewing_until'], patiently)
      .not.toBeNull();
    bed.rotor.expireAccessTokens?.();
    bed.fail('rotating', '/token', { status: 400, json: { error: 'invalid_grant' } });
    const refused = await bed.service.integrations.verifyIntegration({ integrationId: id }, tenant.as());
    expect(refused.integration).toMatchObject({ status: 'error' });
    bed.fail('rotating');
    await tenant.trail();
    gate.release();
    expect(await wanted).toMatchObject({ version: 2 });
    const row = present(await bed.row('integrations', id));
    expect(row).toMatchObject({ status: 'active', status_detail: null });
    expect((row['check_at'] as Date).getTime()).toBeLessThanOrEqual(Date.now());
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.status_changed', actor: 'system', changes: { status: ['error', 'active'] } },
    ]);
    // Replicas that later tests start must not find it due.
    await bed.service.db.pool.query('update integrations set check_at = null where id = $1', [id]);
  });

  it('does not replace credentials of a new connection', async () => {
    const { id, integration, stored, read } = await connected();
    const { renew } = processWith(async () => {
      await bed.service.db.pool.query(
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

  it('hands its result to the revocation where the integration is deleted meanwhile', async () => {
    const { id, integration, stored } = await connected();
    const { renew } = processWith(async () => {
      await bed.service.db.pool.query('delete from integrations where id = $1', [id]);
      return tokens('orphaned');
    });
    // So that the row stays.
    bed.fail('rotating', '/revoke');
    await expect(renew(integration, stored, never)).rejects.toMatchObject({ code: 'not_found' });
    const row = present(await bed.row('revocations', id));
    expect(openSecrets(bed.service.sealer, integration, row['sealed'] as SealedSecrets)).toEqual(
      tokens('orphaned').secrets,
    );
    bed.fail('rotating');
  });

  it('gives the lease back after a failure, and the next one begins at once', async () => {
    const { id, integration, stored } = await connected();
    let fails = true;
    const { renew } = processWith(async () => {
      if (fails) throw new ProviderFailure('unavailable', { code: '503' });
      return tokens('second');
    });
    await expect(renew(integration, stored, never)).rejects.toMatchObject({ reason: 'unavailable' });
    // The lease has ended; that it is still there says that the provider may have renewed.
    const { version, renewing_until: until } = present(await bed.row('credentials', id));
    expect(version).toBe(1);
    expect((until as Date).getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    fails = false;
    expect(await renew(integration, stored, never)).toMatchObject({ version: 2 });
    expect(await bed.row('credentials', id)).toMatchObject({ renewing_until: null });
  });

  it('is waited for by other processes no longer than their signal allows', async () => {
    const { integration, stored } = await connected();
    const gate = held();
    const first = processWith(async () => {
      await gate.promise;
      return tokens('first');
    });
    const wanted = first.renew(integration, stored, never);
    await expect
      .poll(async () => (await bed.row('credentials', integration.id))?.['renewing_until'], patiently)
      .not.toBeNull();
    const other = processWith(() => Promise.reject(new Error('the lease is taken')));
    await expect(other.renew(integration, stored, AbortSignal.timeout(200))).rejects.toMatchObject({
      code: 'unavailable',
    });
    gate.release();
    expect(await wanted).toMatchObject({ version: 2 });
  });
});

describe('a renewal whose process died', () => {
  /** The lease of a process that was killed has run out. */
  const kill = (id: string) =>
    bed.service.db.pool.query(
      `update credentials set renewing_until = now() - interval '1 second' where integration_id = $1`,
      [id],
    );

  it('is done again with the earlier refresh token: what still works is kept', async () => {
    const { id, integration, stored } = await connected();
    await kill(id);
    const { renew } = processWith(async ({ credentials }) => {
      expect(credentials.secrets).toEqual(stored.credentials.secrets);
      return tokens('kept');
    });
    expect(await renew(integration, stored, never)).toMatchObject({
      version: 2,
      credentials: tokens('kept'),
    });
    expect(await bed.row('credentials', id)).toMatchObject({ renewing_until: null });
  });

  it('says so where the provider refuses the earlier refresh token, also after failures in between', async () => {
    const { id, integration, stored } = await connected();
    await kill(id);
    let failure = new ProviderFailure('unavailable', { code: '503' });
    const { renew } = processWith(async () => {
      throw failure;
    });
    await expect(renew(integration, stored, never)).rejects.toBe(failure);
    failure = new ProviderFailure('refused', { code: 'invalid_grant' });
    const refused = (await renew(integration, stored, never).catch(
      (error: unknown) => error,
    )) as ProviderFailure;
    expect(refused).toMatchObject({ kind: 'permanent', code: 'invalid_grant' });
    expect(sentenceOf(refused, 'Rotating Ads')).toMatch(/renewal of the authorization was interrupted/);
  });

  it('is as uncertain where the answer of the provider was lost', async () => {
    const { integration, stored } = await connected();
    const lost = (failure: OutgoingError['failure']) =>
      new ProviderFailure('unavailable', { cause: new OutgoingError(failure, 'rotating.example') });
    let failure = lost('suspended');
    const { renew } = processWith(async () => {
      throw failure;
    });
    const hintAfter = async (): Promise<string | undefined> => {
      await renew(integration, stored, never).catch(() => {});
      failure = new ProviderFailure('refused');
      const refused = await renew(integration, stored, never).catch((error: unknown) => error);
      return (refused as ProviderFailure).hint;
    };
    // Not sent at all: nothing can be lost.
    expect(await hintAfter()).toBeUndefined();
    failure = lost('timeout');
    expect(await hintAfter()).toMatch(/interrupted/);
  });

  it.each([
    ['503', new ProviderFailure('unavailable', { code: '503' }), true],
    ['no access token in the answer', new ProviderFailure('unavailable', { code: 'no access token' }), true],
    ['429', new ProviderFailure('rate_limited', { code: '429' }), false],
    ['invalid_client', new ProviderFailure('client_refused', { code: 'invalid_client' }), false],
    ['an answer that our code cannot read', new TypeError('a bug'), true],
  ])('is as uncertain after %s: %o', async (_what, first, uncertain) => {
    const { integration, stored } = await connected();
    let failure: Error = first;
    const { renew } = processWith(async () => {
      throw failure;
    });
    await expect(renew(integration, stored, never)).rejects.toBe(first);
    failure = new ProviderFailure('refused');
    const refused = await renew(integration, stored, never).catch((error: unknown) => error);
    expect((refused as ProviderFailure).hint?.includes('interrupted') ?? false).toBe(uncertain);
  });

  it('is no failure of the provider while the lease lasts: a verification is interrupted', async () => {
    const { id, integration, stored } = await connected();
    await bed.service.db.pool.query(
      `update credentials set renewing_until = now() + interval '1 hour' where integration_id = $1`,
      [id],
    );
    const { renew } = processWith(() => Promise.reject(new Error('the lease is taken')));
    const connectorOf = (): Connector => ({
      renew: () => Promise.reject(new Error('by the renewals')),
      verify: () => Promise.reject(new ProviderFailure('unauthorized')),
    });
    const parts = { catalogue: createCatalogue([rotating], {}), connectorOf, renew, logger: log.logger };
    await expect(
      verifyStored(parts, integration, stored, 'verify', AbortSignal.timeout(200)),
    ).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('takes what a slow process saved after all', async () => {
    const { integration, stored, read } = await connected();
    const gate = held();
    const slow = processWith(
      async () => {
        await gate.promise;
        return tokens('slow');
      },
      { leaseMs: 50 },
    );
    const wanted = slow.renew(integration, stored, never);
    const next = processWith(async () => {
      // The slow one saves while this one is refused, because its refresh token was replaced.
      gate.release();
      await expect.poll(async () => (await read()).version, patiently).toBe(2);
      throw new ProviderFailure('refused');
    });
    await expect
      .poll(async () => (await bed.row('credentials', integration.id))?.['renewing_until'], patiently)
      .not.toBeNull();
    expect(await next.renew(integration, stored, never)).toMatchObject({ credentials: tokens('slow') });
    expect(await wanted).toMatchObject({ version: 2 });
  });
});

describe('a verification with a rotating refresh token', () => {
  const verify = (service: typeof bed.service, tenant: ReturnType<typeof bed.newTenant>, id: string) =>
    service.integrations.verifyIntegration({ integrationId: id }, tenant.as());

  it('renews once over two processes, and saves before it uses what came back', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    const replica = await bed.service.replica();
    bed.rotor.expireAccessTokens?.();
    const renewals = bed.requests('rotating', '/token').length;
    const verified = await Promise.all([
      verify(bed.service, tenant, id),
      verify(replica, tenant, id),
      verify(replica, tenant, id),
    ]);
    expect(verified.map(({ integration }) => integration?.status)).toEqual(['active', 'active', 'active']);
    expect(bed.requests('rotating', '/token')).toHaveLength(renewals + 1);

    bed.rotor.expireAccessTokens?.();
    const calls = bed.requests('rotating', '/me').length;
    const provider = bed.adProviders.of('rotating');
    let release = provider.hold();
    const again = verify(bed.service, tenant, id);
    const step = async (path: string, count: number) => {
      await expect.poll(() => bed.requests('rotating', path).length, patiently).toBe(count);
      const row = await bed.row('credentials', id);
      release();
      release = provider.hold();
      return row?.['version'];
    };
    expect(await step('/me', calls + 1)).toBe(2);
    expect(await step('/token', renewals + 2)).toBe(2);
    expect(await step('/me', calls + 2)).toBe(3);
    release();
    expect(await again).toMatchObject({ integration: { status: 'active' } });
    await replica.stop();
  });

  it('survives a process that is killed after the provider has answered, and says what was lost', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    bed.rotor.expireAccessTokens?.();
    const gate = held();
    const killed = await bed.service.replica({
      outgoing: {
        async send(request) {
          const answer = await bed.outgoing.send(request);
          // The process is killed before it reads the answer.
          if (request.url.endsWith('/token')) {
            await gate.promise;
            throw new OutgoingError('canceled', 'rotating.example');
          }
          return answer;
        },
      },
    });
    const renewals = bed.requests('rotating', '/token').length;
    const lost = verify(killed, tenant, id).catch(() => undefined);
    await expect.poll(() => bed.requests('rotating', '/token').length, patiently).toBe(renewals + 1);
    await bed.service.db.pool.query(
      `update credentials set renewing_until = now() - interval '1 second' where integration_id = $1`,
      [id],
    );
    const { integration } = await verify(bed.service, tenant, id);
    expect(integration).toMatchObject({ status: 'error' });
    expect(integration?.statusDetail).toMatch(/renewal of the authorization was interrupted.*/);
    gate.release();
    await lost;
    await killed.stop();
  });
});
