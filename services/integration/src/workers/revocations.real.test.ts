import { createPrismaTransact, prismaAdapter } from '@patchbay/database/prisma';
import { describe, expect, it } from 'vitest';
import { patiently, present } from '../attempts/attempts.fixture.ts';
import { schema } from '../migrations.ts';
import { PrismaClient } from '../prisma/generated/client.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import { deleteRevocation, putRevocation } from '../store/revocations.ts';
import { secondsUntil, workerBed } from './workers.fixture.ts';

const given = workerBed();

const postpone = {
  name: 'postpone for a test',
  text: `update revocations set attempt_at = now() + interval '1 hour' where id = $1::uuid`,
};

describe('revocations in the background', () => {
  const remove = (tenant: ReturnType<typeof given.bed.newTenant>, id: string) =>
    given.bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
  const waiting = (id: string) => given.bed.row('revocations', id);
  /** Makes it due repeatedly: the earlier attempt may still postpone it. */
  const waitingDue = async (id: string) => {
    await given.sql(`update revocations set attempt_at = now() - interval '1 second' where id = $1`, id);
    return waiting(id);
  };

  it('a revocation revokes the credentials of a deleted integration and destroys them', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    const { refreshToken } = given.bed.rotor;
    await remove(tenant, id);
    expect(await given.bed.row('credentials', id)).toBeUndefined();
    await expect.poll(() => given.bed.rotor.revoked, patiently).toContain(refreshToken);
    await expect.poll(() => waiting(id), patiently).toBeUndefined();
  });

  it('a revocation is repeated while the provider is down, and the deletion does not wait for it', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    const { refreshToken } = given.bed.rotor;
    given.bed.fail('rotating', '/revoke');
    await remove(tenant, id);
    expect(await given.bed.row('integrations', id)).toBeUndefined();
    /** Both times are of the row, so that it does not matter when the test reads it. */
    const wait = async () => {
      const { attempt_at: attemptAt, created_at: createdAt } = present(await waiting(id));
      return ((attemptAt as Date).getTime() - (createdAt as Date).getTime()) / 1_000;
    };
    await expect.poll(wait, patiently).toBeGreaterThan(59);
    expect(await waiting(id)).toMatchObject({ attempts: 1 });
    given.bed.fail('rotating');
    await expect.poll(() => waitingDue(id), patiently).toBeUndefined();
    expect(given.bed.rotor.revoked).toContain(refreshToken);
  });

  it('a revocation that fails for a day is given up and the credentials are destroyed', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    // Longer than a lease: it shows that the first attempt is over.
    given.bed.fail('rotating', '/revoke', { status: 503, headers: { 'retry-after': '600' } });
    await remove(tenant, id);
    await expect
      .poll(async () => secondsUntil((await waiting(id))?.['attempt_at']), patiently)
      .toBeGreaterThan(500);
    given.log.lines.length = 0;
    // Due once: if it became due during an attempt, two attempts would give it up.
    await given.sql(
      `update revocations set created_at = now() - interval '1 day', attempt_at = now() - interval '1 second' where id = $1`,
      id,
    );
    await expect.poll(() => waiting(id), patiently).toBeUndefined();
    expect(given.log.lines).toMatchObject([{ level: 'warn', integration: id, provider: 'rotating' }]);
  });

  it('a revocation does not destroy secrets that were added after its claim', async () => {
    const { db, sealer } = given.bed.service;
    const tenant = given.bed.newTenant();
    const { id } = await tenant.create({ provider: 'rotating' });
    const { integration } = present(await findAnyIntegration(db, id));
    const prisma = new PrismaClient({ adapter: prismaAdapter(db, schema), errorFormat: 'minimal' });
    const transact = createPrismaTransact(prisma, db);
    // Postponed in the transaction that inserts it: otherwise the worker of the service would claim it.
    const put = (refreshToken: string) =>
      transact('put', async (tx) => {
        await putRevocation(tx, sealer, integration, { refreshToken });
        await tx.query(postpone, [id]);
      });
    await put('first');
    await given.sql('update revocations set attempts = 1 where id = $1', id);
    await put('second');
    // Like the worker that has claimed the first one; the next claim has another number, too.
    await deleteRevocation(db, { id, attempts: 1 });
    expect(await waiting(id)).toBeDefined();
    await given.sql('update revocations set attempts = attempts + 1 where id = $1', id);
    await deleteRevocation(db, { id, attempts: 1 });
    expect(await waiting(id)).toBeDefined();
    await given.sql('delete from revocations where id = $1', id);
  });

  it('a refused revocation is done, and a provider without revocation needs none', async () => {
    const tenant = given.bed.newTenant();
    const refused = await given.bed.connectedRotor(tenant);
    given.bed.fail('rotating', '/revoke', { status: 410 });
    await remove(tenant, refused);
    await expect.poll(() => waiting(refused), patiently).toBeUndefined();
    const form = await given.bed.connectedForm(tenant);
    await remove(tenant, form);
    expect(await waiting(form)).toBeUndefined();
  });
});
