import { timestampDate } from '@bufbuild/protobuf/wkt';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from '../api-keys.fixture.ts';
import { createTenant } from '../tenant.fixture.ts';
import { asPerson, sharedOrganization, startOrganization } from '../test-bed.fixture.ts';
import { createLastRequests } from './last-requests.ts';

const organization = await sharedOrganization();

const silent = createLogger({ service: 'test', level: 'silent' });
describe('last requests of API keys', () => {
  const { mint, authenticate } = keyActions(() => organization);

  const storedOf = async ({ id }: MintedKey): Promise<Date | null> => {
    const text = 'select last_request_at as at from api_keys where id = $1';
    return (await organization.db.pool.query<{ at: Date | null }>(text, [id])).rows[0]?.at ?? null;
  };
  const twoKeys = async () => {
    const tenant = await createTenant(organization);
    return [await mint(tenant, { level: 'user' }), await mint(tenant, { level: 'user' })] as const;
  };

  const newLastRequests = () =>
    createLastRequests({ db: organization.db, logger: silent, clock: organization.clock });

  it('the times of last requests are written in one round, or when the process drains', async () => {
    const [first, second] = await twoKeys();
    const { component, note } = newLastRequests();
    note(first.id);
    await component.runDue();
    expect([await storedOf(first), await storedOf(second)]).toEqual([organization.clock.now(), null]);

    await component.start();
    note(second.id);
    await component.drain(new AbortController().signal);
    await component.stop();
    expect(await storedOf(second)).toEqual(organization.clock.now());
  });

  it('the time of a last request never goes back, whichever process writes last', async () => {
    const [key] = await twoKeys();
    const later = organization.hoursAgo(-1);
    await organization.db.pool.query('update api_keys set last_request_at = $2 where id = $1', [
      key.id,
      later,
    ]);
    const { component, note } = newLastRequests();
    note(key.id);
    await component.runDue();
    expect(await storedOf(key)).toEqual(later);
  });

  it('times that the database refused are written later', async () => {
    const [key] = await twoKeys();
    const { component, note } = newLastRequests();
    await organization.asOwner('alter table api_keys rename to keys_away');
    note(key.id);
    try {
      await expect(component.runDue()).rejects.toThrow('the last requests of API keys were not written');
    } finally {
      await organization.asOwner('alter table keys_away rename to api_keys');
    }
    await component.runDue();
    expect(await storedOf(key)).toEqual(organization.clock.now());
  });

  it('every request with a key is recorded, and a service that stops writes what it has recorded', async () => {
    const own = await startOrganization();
    const acts = keyActions(() => own);
    const tenant = await createTenant(own);
    const key = await acts.mint(tenant, { level: 'user' });
    await acts.authenticate(key.secret);
    const path = { organizationSlug: tenant.slug, apiKeyId: key.id };
    expect((await own.apiKeys.getApiKey(path, asPerson(tenant.admin))).apiKey?.lastRequestAt).toBeUndefined();
    await own.end();
    try {
      const text = 'select last_request_at as at from api_keys where id = $1';
      const { rows } = await own.db.pool.query<{ at: Date }>(text, [key.id]);
      expect(rows).toEqual([{ at: own.clock.now() }]);
    } finally {
      await own.stop();
    }
  });

  it('lists of keys show the time of the last request', async () => {
    const tenant = await createTenant(organization);
    const key = await mint(tenant, { level: 'user' });
    await authenticate(key.secret);
    const at = new Date('2026-03-01T12:00:00.123Z');
    await organization.db.pool.query('update api_keys set last_request_at = $2 where id = $1', [key.id, at]);
    const path = { organizationSlug: tenant.slug, apiKeyId: key.id };
    const { apiKey } = await organization.apiKeys.getApiKey(path, asPerson(tenant.admin));
    expect(apiKey?.lastRequestAt && timestampDate(apiKey.lastRequestAt)).toEqual(at);
  });
});
