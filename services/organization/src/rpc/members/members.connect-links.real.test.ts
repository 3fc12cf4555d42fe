import type { Person } from '@patchbay/access/caller';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('the live connect links that a removed person could read', () => {
  let tenant: Tenant;

  beforeEach(async () => {
    tenant = await createTenant(organization);
  });

  const readable = ({ userId }: Person, by = tenant.admin) =>
    organization
      .calledBy('gateway')
      .listReadableWorkspaces({ organizationSlug: tenant.slug, userId }, asPerson(by));

  it('a viewer reads those of all workspaces', async () => {
    await tenant.workspace();
    const person = await tenant.person('viewer');
    expect(await readable(person)).toMatchObject({
      organizationId: tenant.id,
      all: true,
      workspaceIds: [],
    });
  });

  it('a guest reads those of the workspaces that they are assigned to', async () => {
    const [spring] = [await tenant.workspace(), await tenant.workspace()];
    const [guest, idle] = [await tenant.person('guest'), await tenant.person('guest')];
    await tenant.assign(guest, spring, 'viewer');
    const { rows } = await organization.db.pool.query<{ id: string }>(
      'select id from workspaces where organization_id = $1 and slug = $2',
      [tenant.id, spring.workspaceSlug],
    );
    const workspaceIds = rows.map(({ id }) => id);
    expect(await readable(guest)).toMatchObject({ all: false, workspaceIds });
    expect(await readable(idle, idle)).toMatchObject({ all: false, workspaceIds: [] });
  });

  it('only whoever may remove a person learns what they read', async () => {
    const [bob, viewer] = [await tenant.person('member'), await tenant.person('viewer')];
    await expect(readable(bob, viewer)).rejects.toMatchObject({ code: 'forbidden' });
    const stranger = (await createTenant(organization)).admin;
    await expect(readable(bob, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(readable(stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  const remove = async (liveConnectLinks: { readonly liveConnectLinks?: number }) => {
    const { userId } = await tenant.person('member');
    const request = { organizationSlug: tenant.slug, userId, ...liveConnectLinks };
    await organization.calledBy('gateway').removeMember(request, asPerson(tenant.admin));
    const [removal] = await tenant.trail();
    return removal;
  };

  it.each([0, 7])('the entry of a removal has their number: %s', async (liveConnectLinks) => {
    expect(await remove({ liveConnectLinks })).toMatchObject({
      action: 'member.removed',
      metadata: { liveConnectLinks },
    });
  });

  it('the entry of a removal leaves a number out that is not known', async () => {
    const removal = await remove({});
    expect(removal?.action).toBe('member.removed');
    expect(removal).not.toHaveProperty(['metadata', 'liveConnectLinks']);
  });
});
