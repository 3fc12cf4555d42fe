import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { toEvent } from '@patchbay/events/envelope';
import { anonymousContext } from '@patchbay/testing/callers';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

/** The message that organization publishes about a key. */
const aboutKey = (
  { organizationId }: Tenant,
  metadata: NonNullable<DomainEvent['metadata']>,
  action: 'api_key.revoked' | 'api_key.rotated' = 'api_key.revoked',
) => {
  const target = { type: 'api_key', id: v7(), name: 'Reports' } as const;
  const event = toEvent({ action, about: { organizationId }, target, metadata }, anonymousContext());
  return { key: organizationId, value: toBinary(EventSchema, event), headers: {} };
};

const grant = async (tenant: Tenant, integrationId: string, lineId: string) => {
  const { grant: made } = await service.uses.createGrant(
    {
      integrationId,
      grantee: {
        case: 'key',
        value: { id: v7(), lineId, name: 'Reports', prefix: 'pby_0123456789A' },
      },
      access: 'read',
      reach: { case: 'everyAccount', value: true },
    },
    tenant.as('admin'),
  );
  return made?.id ?? '';
};
const statuses = async (tenant: Tenant, integrationId: string) =>
  (await service.uses.listGrants({ integrationId }, tenant.as('viewer'))).grants.map(({ status }) => status);

describe('the grants of a key that was revoked', () => {
  it('the end of a line revokes its live grants, of which the system is the actor', async () => {
    const tenant = createTenant(service);
    const [one, two] = [await tenant.create(), await tenant.create()];
    const [line, other] = [v7(), v7()];
    const ids = [await grant(tenant, one.id, line), await grant(tenant, two.id, line)];
    await grant(tenant, one.id, other);
    await tenant.trail();
    const message = aboutKey(tenant, { lineId: line, lineEnded: true });
    await service.publish(message);
    expect([await statuses(tenant, one.id), await statuses(tenant, two.id)]).toEqual([
      ['revoked', 'active'],
      ['revoked'],
    ]);
    const trail = await tenant.trail();
    expect(trail.map(({ target }) => target.id).toSorted()).toEqual(ids.toSorted());
    for (const entry of trail)
      expect(entry).toMatchObject({
        action: 'grant.revoked',
        actor: 'system',
        workspace: 'Spring',
        metadata: { reason: 'key_ended' },
      });
    await service.publish(message);
    expect(await tenant.trail()).toEqual([]);
  });

  it('a grant stays if another key of its line lives, and after a rotation', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const lineId = v7();
    await grant(tenant, id, lineId);
    await service.publish(
      aboutKey(tenant, { lineId, lineEnded: false }),
      aboutKey(tenant, { lineId, lineEnded: true }, 'api_key.rotated'),
      // As organization published it before there were lines.
      aboutKey(tenant, { prefix: 'pby_0123456789A' }),
    );
    expect(await statuses(tenant, id)).toEqual(['active']);
  });

  it('a grant that has expired or was revoked before leaves no entry', async () => {
    const tenant = createTenant(service);
    const [one, two] = [await tenant.create(), await tenant.create()];
    const lineId = v7();
    await grant(tenant, one.id, lineId);
    await service.pass(90 * 86_400_000);
    const grantId = await grant(tenant, two.id, lineId);
    await service.uses.revokeGrant({ integrationId: two.id, grantId }, tenant.as('admin'));
    await tenant.trail();
    await service.publish(aboutKey(tenant, { lineId, lineEnded: true }));
    expect([await statuses(tenant, one.id), await statuses(tenant, two.id)]).toEqual([
      ['expired'],
      ['revoked'],
    ]);
    expect(await tenant.trail()).toEqual([]);
  });

  it('an event without a valid line is set aside, and the events behind it are handled', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const lineId = v7();
    await grant(tenant, id, lineId);
    await service.publish(
      aboutKey(tenant, { lineId: 'none', lineEnded: true }),
      aboutKey(tenant, { lineId, lineEnded: true }),
    );
    expect(await statuses(tenant, id)).toEqual(['revoked']);
  });

  it('more grants than are read at once end', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const lineId = v7();
    await service.db.pool.query(
      `with copies as (
         insert into integrations (id, workspace_id, provider, name)
         select gen_random_uuid(), workspace_id, provider, name from integrations, generate_series(1, 201) where id = $1 returning id
       )
       insert into grants (id, integration_id, key_line_id, key_id, key_name, key_prefix, access, accounts, every_account,
         created_by_email)
       select gen_random_uuid(), id, $2, $2, 'Reports', 'pby_', 'read', '{}', true, 'ada@acme.example' from copies`,
      [id, lineId],
    );
    await tenant.trail();
    await service.publish(aboutKey(tenant, { lineId, lineEnded: true }));
    expect(await tenant.trail()).toHaveLength(201);
  });
});
