import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { CreateGrantRequest, Grant } from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { sendIdempotencyKey } from '@patchbay/rpc/idempotency-key';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

const newKey = () => {
  const id = v7();
  return { id, lineId: id, name: 'Reporting', prefix: 'pb_org_abcdefgh' };
};
const everyAccount = { case: 'everyAccount', value: true } as const;
const days = (value: number) => ({ lifetime: { case: 'expiresInDays', value } as const });

type Asked = Partial<Pick<CreateGrantRequest, 'access' | 'reach' | 'lifetime'>> & {
  key?: ReturnType<typeof newKey>;
};

const granted = ({ grant }: { readonly grant?: Grant | undefined }): Grant => {
  if (grant === undefined) throw new Error('no grant in the answer');
  return grant;
};
const grant = async (
  tenant: Tenant,
  integrationId: string,
  { key = newKey(), ...asked }: Asked = {},
  options = tenant.as('admin'),
) =>
  granted(
    await service.uses.createGrant(
      {
        integrationId,
        grantee: { case: 'key', value: key },
        access: 'read',
        reach: everyAccount,
        ...asked,
      },
      options,
    ),
  );
const list = async (tenant: Tenant, integrationId: string) =>
  (await service.uses.listGrants({ integrationId }, tenant.as('viewer'))).grants;
const revoke = (tenant: Tenant, integrationId: string, grantId: string) =>
  service.uses.revokeGrant({ integrationId, grantId }, tenant.as('admin'));

describe('createGrant', () => {
  it('a grant is listed, ends after 90 days, and is in the trail', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    await tenant.trail();
    const made = await grant(tenant, id);
    expect(made).toMatchObject({ access: 'read', status: 'active', createdByEmail: tenant.person.email });
    expect(made.accounts).toBeUndefined();
    const lifetime =
      made.expiresAt && timestampDate(made.expiresAt).getTime() - service.clock.now().getTime();
    expect(lifetime).toBe(90 * 86_400_000);
    expect(await list(tenant, id)).toEqual([made]);
    expect(await tenant.trail()).toMatchObject([
      {
        action: 'grant.created',
        target: { type: 'grant', id: made.id },
        metadata: { integrationId: id, access: 'read', accounts: null },
      },
    ]);
  });

  it('a grant without accounts has the one that the settings name', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create({ settings: { advertiserId: '123' } });
    const named = await grant(tenant, id, { reach: { case: undefined } });
    expect(named.accounts?.ids).toEqual(['123']);
    const { id: other } = await tenant.create();
    await expect(grant(tenant, other, { reach: { case: undefined } })).rejects.toMatchObject({
      code: 'invalid',
      problems: [{ path: 'accounts' }],
    });
  });

  it.each<[string, Asked, string]>([
    ['access', { access: 'write' }, 'access'],
    ['accounts', { reach: { case: 'accounts', value: { ids: [] } as never } }, 'accounts'],
    [
      '101 accounts',
      {
        reach: {
          case: 'accounts',
          value: { ids: Array.from({ length: 101 }, (_each, index) => String(index)) } as never,
        },
      },
      'accounts',
    ],
    ['no days', days(0), 'expiresInDays'],
    ['366 days', days(366), 'expiresInDays'],
  ])('a grant with wrong %s is refused', async (_, asked, path) => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    await expect(grant(tenant, id, asked)).rejects.toMatchObject({ code: 'invalid', problems: [{ path }] });
  });

  it('a key that cannot be granted use is refused, but a repeated request has the answer of the first', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const refused = {
      grantee: { case: 'refusal', value: 'is revoked' },
      access: 'read',
      reach: everyAccount,
    } as const;
    const problems = [{ path: 'apiKeyId', message: 'is revoked' }];
    await expect(
      service.uses.createGrant({ integrationId: id, ...refused }, tenant.as('admin')),
    ).rejects.toMatchObject({ code: 'invalid', problems });
    const idempotencyKey = { key: `key-${v7()}`, scope: 'a path', body: 'a body' };
    const options = { ...tenant.as('admin'), ...sendIdempotencyKey(idempotencyKey, () => {}) };
    const first = await grant(tenant, id, {}, options);
    expect(granted(await service.uses.createGrant({ integrationId: id, ...refused }, options))).toEqual(
      first,
    );
  });

  it('a grant allows no more than its integration', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    await expect(grant(tenant, id, { access: 'manage' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a key has one live grant of an integration, also if many are asked for at once', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const key = newKey();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => grant(tenant, id, { key })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await service.pass(90 * 86_400_000);
    expect(await grant(tenant, id, { key })).toMatchObject({ status: 'active' });
    expect((await list(tenant, id)).map(({ status }) => status)).toEqual(['expired', 'active']);
  });

  it('a rotated key has the grant of its line', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const key = newKey();
    await grant(tenant, id, { key });
    await expect(grant(tenant, id, { key: { ...key, id: v7() } })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('an integration has at most 200 live grants', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const { id: one } = await grant(tenant, id);
    await service.db.pool.query(
      `insert into grants (id, integration_id, key_line_id, key_id, key_name, key_prefix, access, accounts, every_account, created_by_email)
       select gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'n', 'p', 'read', '{}', true, 'a@acme.example'
       from generate_series(1, 199)`,
      [id],
    );
    await expect(grant(tenant, id)).rejects.toMatchObject({ code: 'conflict' });
    await revoke(tenant, id, one);
    await grant(tenant, id);
  });
});

describe('revokeGrant', () => {
  it('a revoked grant stays in the list, cannot be revoked again, and is in the trail', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const { id: grantId } = await grant(tenant, id);
    await tenant.trail();
    await revoke(tenant, id, grantId);
    expect((await list(tenant, id)).map(({ status }) => status)).toEqual(['revoked']);
    await expect(revoke(tenant, id, grantId)).rejects.toMatchObject({ code: 'not_found' });
    expect((await tenant.trail()).map(({ action }) => action)).toEqual(['grant.revoked']);
  });

  it('a grant ends with its integration', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const { id: grantId } = await grant(tenant, id);
    await service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
    const { rows } = await service.db.pool.query('select 1 from grants where id = $1', [grantId]);
    expect(rows).toEqual([]);
  });
});
