import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { toEvent } from '@patchbay/events/envelope';
import { anonymousContext } from '@patchbay/testing/callers';
import { describe, expect, it } from 'vitest';
import { asClient, createTenant, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

const minutesFromNow = (minutes: number): Date => new Date(service.clock.now().getTime() + minutes * 60_000);

/** The message that organization publishes when something is renamed at this time. */
const renamed = (
  { organizationId, workspaceId }: Tenant,
  what: 'organization' | 'workspace',
  name: string,
  now: Date,
) => {
  const id = what === 'organization' ? organizationId : workspaceId;
  const event = toEvent(
    {
      action: `${what}.updated`,
      about: { organizationId },
      ...(what === 'workspace' && { workspace: { id, slug: 'spring', name } }),
      target: { type: what, id, name },
      changes: [{ field: 'name', before: 'Old', after: name }],
    },
    anonymousContext(),
    { now },
  );
  return { key: organizationId, value: toBinary(EventSchema, event), headers: {} };
};

const start = async () => {
  const tenant = createTenant(service);
  const integration = await tenant.create();
  const names = async () => {
    const page = await service.connect.getConnectPage({ token: tokenOf(integration) }, asClient());
    return [page.organizationName, page.workspaceName];
  };
  return { tenant, names };
};

describe('the names of organizations and workspaces', () => {
  it('stored names follow the events of the organization service', async () => {
    const { tenant, names } = await start();
    const sibling = await createTenant(service, tenant.organizationId).create();
    expect(await names()).toEqual(['Acme', 'Spring']);
    await service.publish(
      renamed(tenant, 'organization', 'Acme Ltd', minutesFromNow(1)),
      renamed(tenant, 'workspace', 'Summer', minutesFromNow(1)),
    );
    expect(await names()).toEqual(['Acme Ltd', 'Summer']);
    const page = await service.connect.getConnectPage({ token: tokenOf(sibling) }, asClient());
    expect([page.organizationName, page.workspaceName]).toEqual(['Acme Ltd', 'Spring']);
  });

  it('stored names are those of the newest event, whatever the order of arrival', async () => {
    const { tenant, names } = await start();
    await service.publish(
      renamed(tenant, 'workspace', 'Autumn', minutesFromNow(3)),
      renamed(tenant, 'workspace', 'Summer', minutesFromNow(2)),
    );
    expect(await names()).toEqual(['Acme', 'Autumn']);
    await service.publish(renamed(tenant, 'workspace', 'Summer', minutesFromNow(2)));
    expect(await names()).toEqual(['Acme', 'Autumn']);
  });

  it('an event from long before the creation of the integration does not replace the stored names', async () => {
    const { tenant, names } = await start();
    await service.publish(
      renamed(tenant, 'organization', 'Older', minutesFromNow(-60)),
      renamed(tenant, 'workspace', 'Older', minutesFromNow(-60)),
    );
    expect(await names()).toEqual(['Acme', 'Spring']);
  });

  it('an event from just before the creation replaces the stored names, because the caller token may be older', async () => {
    const { tenant, names } = await start();
    await service.publish(renamed(tenant, 'workspace', 'Summer', minutesFromNow(-0.5)));
    expect(await names()).toEqual(['Acme', 'Summer']);
  });

  it('names in the caller token of a creation replace older stored names', async () => {
    const { tenant, names } = await start();
    await service.db.pool.query('update workspaces set organization_name_as_of = $2 where id = $1', [
      tenant.workspaceId,
      minutesFromNow(120),
    ]);
    await service.pass(3_600_000);
    await tenant.renamed({ organization: 'Acme Ltd', workspace: 'Summer' }).create();
    expect(await names()).toEqual(['Acme', 'Summer']);
  });

  it('an event that is delivered again writes no names', async () => {
    const { tenant } = await start();
    const message = renamed(tenant, 'workspace', 'Summer', minutesFromNow(1));
    const writer = async () => {
      const text = 'select xmin::text as writer from workspaces where id = $1';
      return (await service.db.pool.query(text, [tenant.workspaceId])).rows;
    };
    await service.publish(message);
    const once = await writer();
    await service.publish(message);
    expect(await writer()).toEqual(once);
  });

  it('events of integrations carry the stored names', async () => {
    const { tenant } = await start();
    await tenant.trail();
    await tenant.renamed({ workspace: 'Summer' }).create();
    expect((await tenant.trail()).map(({ workspace }) => workspace)).toEqual(['Summer']);
  });

  it('names of workspaces without integrations are not stored', async () => {
    const tenant = createTenant(service);
    await service.publish(renamed(tenant, 'workspace', 'Summer', minutesFromNow(1)));
    const { rows } = await service.db.pool.query('select id from workspaces where id = $1', [
      tenant.workspaceId,
    ]);
    expect(rows).toEqual([]);
  });
});
