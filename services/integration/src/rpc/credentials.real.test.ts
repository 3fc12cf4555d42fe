import { v7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { sharedAttemptBed } from '../attempts/attempts.fixture.ts';
import { inRealTime } from '../attempts/renewals.fixture.ts';

const bed = await sharedAttemptBed();
afterEach(() => bed.fail('criteo'));

const token = '/oauth2/token';
const me = '/2026-07/advertisers/me';
const renew = (integrationId: string, version = 1, isRefused = false) =>
  bed.service.credentials.renewCredentials({ integrationId, version, isRefused });
const report = (integrationId: string, version = 1) =>
  bed.service.credentials.reportUnauthorized({ integrationId, version });
const connected = async () => {
  const tenant = bed.newTenant();
  const id = await bed.connectedForm(tenant);
  await tenant.trail();
  return { id, tenant };
};
const becameError = [
  { action: 'integration.status_changed', actor: 'system', changes: { status: ['active', 'error'] } },
];

describe('renewCredentials', () => {
  it('concurrent calls renew the credentials once and get the new version, as does a later one', async () => {
    const { id } = await connected();
    const before = bed.requests('criteo', token).length;
    const calls = Promise.all([renew(id), renew(id), renew(id)]);
    const answers = await inRealTime(bed.service.clock, calls);
    expect([...answers, await renew(id)]).toMatchObject(Array.from({ length: 4 }, () => ({ version: 2 })));
    expect(bed.requests('criteo', token)).toHaveLength(before + 1);
  });

  it('a renewal that the provider refuses for good is a conflict, and the integration is in error', async () => {
    const { id, tenant } = await connected();
    bed.fail('criteo', token, { status: 400, json: { error: 'invalid_client' } });
    await expect(renew(id)).rejects.toMatchObject({
      code: 'conflict',
      publicText: expect.stringMatching(/connect again/i),
    });
    expect(await bed.row('integrations', id)).toMatchObject({ status: 'error' });
    expect(await tenant.trail()).toMatchObject(becameError);
  });

  it('a renewal that fails for a while is a 503 and changes nothing', async () => {
    const { id, tenant } = await connected();
    bed.fail('criteo', token);
    await expect(renew(id)).rejects.toMatchObject({ code: 'unavailable', byProvider: true });
    expect(await bed.row('integrations', id)).toMatchObject({ status: 'active' });
    expect(await tenant.trail()).toEqual([]);
  });

  it('an integration that does not exist or was never connected is not found', async () => {
    const { id } = await bed.newTenant().create();
    for (const other of [id, v7(), 'not-an-id'])
      await expect(renew(other)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('reportUnauthorized', () => {
  it('a token that works when it is verified leaves the integration active', async () => {
    const { id, tenant } = await connected();
    await report(id);
    expect(await bed.row('integrations', id)).toMatchObject({ status: 'active' });
    expect(await tenant.trail()).toEqual([]);
  });

  it('for a minute after a verification because of a 401, no process renews or verifies because of another one', async () => {
    const { id } = await connected();
    await report(id);
    const other = await bed.service.replica();
    const asked = [token, me].map((path) => bed.requests('criteo', path).length);
    const unchanged = () =>
      expect([token, me].map((path) => bed.requests('criteo', path).length)).toEqual(asked);
    await bed.service.clock.jump(59_999);
    for (const { credentials } of [bed.service, other]) {
      expect(
        await credentials.renewCredentials({ integrationId: id, version: 1, isRefused: true }),
      ).toMatchObject({
        version: 1,
      });
      await credentials.reportUnauthorized({ integrationId: id, version: 1 });
    }
    unchanged();
    // A token that expires is renewed all the same, and what was found stays.
    expect(await renew(id)).toMatchObject({ version: 2 });
    expect(await renew(id, 2, true)).toMatchObject({ version: 2 });
    await bed.service.clock.advance(1);
    expect(await renew(id, 2, true)).toMatchObject({ version: 3 });
    await other.stop();
  });

  it('a provider that cannot be reached leaves the integration active', async () => {
    const { id, tenant } = await connected();
    bed.fail('criteo', me);
    await report(id);
    expect(await bed.row('integrations', id)).toMatchObject({ status: 'active' });
    expect(await tenant.trail()).toEqual([]);
  });

  it('a refused token is settled as a failed verification, once', async () => {
    const { id, tenant } = await connected();
    bed.fail('criteo', me, { status: 401, json: {} });
    await Promise.all([report(id), report(id)]);
    expect(await bed.row('integrations', id)).toMatchObject({
      status: 'error',
      status_detail: expect.stringMatching(/no longer accepts this connection/),
      check_at: null,
    });
    expect(await tenant.trail()).toMatchObject(becameError);
  });

  it('a report about an earlier version of the credentials changes nothing', async () => {
    const { id, tenant } = await connected();
    await renew(id);
    await report(id);
    expect(await bed.row('integrations', id)).toMatchObject({ status: 'active' });
    expect(await tenant.trail()).toEqual([]);
  });
});
