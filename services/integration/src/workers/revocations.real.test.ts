import { createTransact } from '@patchbay/database/transaction';
import { describe, expect, it } from 'vitest';
import { present } from '../attempts/attempts.fixture.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import { deleteRevocation, putRevocation } from '../store/revocations.ts';
import { workerBed } from './workers.fixture.ts';

const given = workerBed();

describe('revocations in the background', () => {
  const remove = (tenant: ReturnType<typeof given.bed.newTenant>, id: string) =>
    given.bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
  const waiting = (id: string) => given.bed.row('revocations', id);
  const attempt = () => given.bed.service.runDue('revocations');

  it('a revocation revokes the credentials of a deleted integration and destroys them', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    const { refreshToken } = given.bed.rotor;
    await remove(tenant, id);
    expect(await given.bed.row('credentials', id)).toBeUndefined();
    await attempt();
    expect(given.bed.rotor.revoked).toContain(refreshToken);
    expect(await waiting(id)).toBeUndefined();
  });

  it('a revocation is repeated while the provider is down, and the deletion does not wait for it', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    const { refreshToken } = given.bed.rotor;
    given.bed.fail('rotating', '/revoke');
    await remove(tenant, id);
    expect(await given.bed.row('integrations', id)).toBeUndefined();
    await attempt();
    const failed = present(await waiting(id));
    expect(failed).toMatchObject({ attempts: 1 });
    expect(given.secondsUntil(failed['attempt_at'])).toBeGreaterThanOrEqual(59);
    given.bed.fail('rotating');
    await attempt();
    expect(await waiting(id)).toEqual(failed);
    await given.bed.service.clock.advance(120_000);
    await attempt();
    expect(await waiting(id)).toBeUndefined();
    expect(given.bed.rotor.revoked).toContain(refreshToken);
  });

  it('a revocation that fails for a day is given up and the credentials are destroyed', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    given.bed.fail('rotating', '/revoke', { status: 503, headers: { 'retry-after': '600' } });
    await remove(tenant, id);
    await attempt();
    expect(given.secondsUntil((await waiting(id))?.['attempt_at'])).toBe(600);
    given.log.lines.length = 0;
    await given.bed.service.clock.advance(86_400_000);
    await attempt();
    expect(await waiting(id)).toBeUndefined();
    expect(given.log.lines).toMatchObject([{ level: 'warn', integration: id, provider: 'rotating' }]);
  });

  it('a revocation does not destroy secrets that were added after its claim', async () => {
    const { db, sealer } = given.bed.service;
    const tenant = given.bed.newTenant();
    const { id } = await tenant.create({ provider: 'rotating' });
    const { integration } = present(await findAnyIntegration(db, id));
    const transact = createTransact(db);
    const put = (refreshToken: string) =>
      transact('put', (tx) => putRevocation(tx, sealer, integration, { refreshToken }));
    await put('first');
    await given.sql('update revocations set attempts = 1 where id = $1', id);
    await put('second');
    // Like the worker that has claimed the first one; the next claim has another number, too.
    await deleteRevocation(db, { id, attempts: 1 });
    expect(await waiting(id)).toBeDefined();
    await given.sql('update revocations set attempts = attempts + 1 where id = $1', id);
    await deleteRevocation(db, { id, attempts: 1 });
    expect(await waiting(id)).toBeDefined();
  });

  it('a refused revocation is done, and a provider without revocation needs none', async () => {
    const tenant = given.bed.newTenant();
    const refused = await given.bed.connectedRotor(tenant);
    given.bed.fail('rotating', '/revoke', { status: 410 });
    await remove(tenant, refused);
    await attempt();
    expect(await waiting(refused)).toBeUndefined();
    const form = await given.bed.connectedForm(tenant);
    await remove(tenant, form);
    expect(await waiting(form)).toBeUndefined();
  });
});
