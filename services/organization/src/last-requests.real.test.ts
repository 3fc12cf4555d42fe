import { timestampDate } from '@bufbuild/protobuf/wkt';
import { createLogger } from '@patchbay/telemetry/logger';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from './api-keys.fixture.ts';
import { createLastRequests } from './last-requests.ts';
import { createTenant } from './tenant.fixture.ts';
import { asPerson, startOrganization, type TestOrganization } from './test-bed.fixture.ts';

const silent = createLogger({ service: 'test', level: 'silent' });
/** An interval in milliseconds that is longer than any test. */
const never = 3_600_000;

describe('last requests of API keys', () => {
  let organization: TestOrganization;
  const { mint, authenticate } = keyActions(() => organization);

  beforeAll(async () => {
    organization = await startOrganization();
  });
  afterAll(() => organization?.stop());

  const storedOf = async ({ id }: MintedKey): Promise<Date | null> => {
    const text = 'select last_request_at as at from api_keys where id = $1';
    return (await organization.db.pool.query<{ at: Date | null }>(text, [id])).rows[0]?.at ?? null;
  };
  const twoKeys = async () => {
    const tenant = await createTenant(organization);
    return [await mint(tenant, { level: 'user' }), await mint(tenant, { level: 'user' })] as const;
  };

  it('the times of last requests are written in one statement, after the interval or when the process drains', async () => {
    const [first, second] = await twoKeys();
    const lastRequests = createLastRequests({ db: organization.db, logger: silent, intervalMs: 5 });
    await lastRequests.component.start?.();
    lastRequests.note(first.id);
    await waitFor(async () => (await storedOf(first)) !== null, { what: 'the first write' });
    await lastRequests.component.drain?.(AbortSignal.timeout(20_000));
    expect(await storedOf(second)).toBeNull();

    const slow = createLastRequests({ db: organization.db, logger: silent, intervalMs: never });
    await slow.component.start?.();
    slow.note(second.id);
    await slow.component.drain?.(AbortSignal.timeout(20_000));
    await slow.component.stop?.();
    expect(await storedOf(second)).not.toBeNull();
  });

  it('the time of a last request never goes back, whichever process writes last', async () => {
    const [key] = await twoKeys();
    const later = new Date(Date.now() + 60_000);
    await organization.db.pool.query('update api_keys set last_request_at = $2 where id = $1', [
      key.id,
      later,
    ]);
    const lastRequests = createLastRequests({ db: organization.db, logger: silent });
    await lastRequests.component.start?.();
    lastRequests.note(key.id);
    await lastRequests.component.drain?.(AbortSignal.timeout(20_000));
    expect(await storedOf(key)).toEqual(later);
  });

  it('times that the database refused are written later', async () => {
    const [key] = await twoKeys();
    const warnings: string[] = [];
    const logger = createLogger({
      service: 'test',
      destination: { write: (line) => void warnings.push(line) },
    });
    const lastRequests = createLastRequests({ db: organization.db, logger, intervalMs: 5 });
    await organization.asOwner('alter table api_keys rename to keys_away');
    lastRequests.note(key.id);
    await lastRequests.component.start?.();
    try {
      await waitFor(() => warnings.length > 0, { what: 'a failure that is logged' });
    } finally {
      await organization.asOwner('alter table keys_away rename to api_keys');
    }
    await waitFor(async () => (await storedOf(key)) !== null, { what: 'the write after the failure' });
    await lastRequests.component.drain?.(AbortSignal.timeout(20_000));
    expect(warnings[0]).toContain('the last requests of API keys were not written');
  });

  it('every request with a key is recorded, and a service that stops writes what it has recorded', async () => {
    const own = await startOrganization();
    const acts = keyActions(() => own);
    const tenant = await createTenant(own);
    const key = await acts.mint(tenant, { level: 'user' });
    const before = Date.now();
    await acts.authenticate(key.secret);
    const path = { organizationSlug: tenant.slug, apiKeyId: key.id };
    expect((await own.apiKeys.getApiKey(path, asPerson(tenant.admin))).apiKey?.lastRequestAt).toBeUndefined();
    await own.end();
    try {
      const text = 'select last_request_at as at from api_keys where id = $1';
      const { rows } = await own.db.pool.query<{ at: Date }>(text, [key.id]);
      expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(before);
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
