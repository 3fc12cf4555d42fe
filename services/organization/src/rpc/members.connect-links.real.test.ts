import type { Person } from '@patchbay/access/caller';
import type { CountLiveConnectLinksRequest } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { createLogger } from '@patchbay/telemetry/logger';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { asPerson, startOrganization, type TestOrganization } from '../test-bed.fixture.ts';

describe('the live connect links that a removed person could read', () => {
  let organization: TestOrganization;
  let tenant: Tenant;
  const count = vi.fn<(asked: CountLiveConnectLinksRequest) => number>();
  const lines: string[] = [];

  beforeAll(async () => {
    const logger = createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } });
    organization = await startOrganization({ countLiveConnectLinks: count, logger });
  });
  beforeEach(async () => {
    count.mockReset().mockReturnValue(3);
    tenant = await createTenant(organization);
  });
  afterAll(() => organization?.stop());

  const remove = ({ userId }: Person, by = tenant.admin) =>
    organization.calledBy('gateway').removeMember({ organizationSlug: tenant.slug, userId }, asPerson(by));
  const removal = async () => (await tenant.trail()).find(({ action }) => action === 'member.removed');

  it.each(['admin', 'member', 'viewer'] as const)(
    'the removal of a person who is %s counts the links of all workspaces',
    async (role) => {
      await remove(await tenant.person(role));
      expect(await removal()).toMatchObject({ metadata: { liveConnectLinks: 3 } });
      expect(count.mock.calls).toMatchObject([[{ organizationId: tenant.id }]]);
      expect(count.mock.calls[0]?.[0].workspaces).toBeUndefined();
    },
  );

  it('the removal of a guest counts the links of the workspaces that they are assigned to', async () => {
    const [spring] = [await tenant.workspace(), await tenant.workspace()];
    const [guest, idle] = [await tenant.person('guest'), await tenant.person('guest')];
    await tenant.assign(guest, spring, 'viewer');
    await remove(guest);
    const { rows } = await organization.db.pool.query<{ id: string }>(
      'select id from workspaces where organization_id = $1 and slug = $2',
      [tenant.id, spring.workspaceSlug],
    );
    expect(count.mock.calls[0]?.[0].workspaces?.ids).toEqual(rows.map(({ id }) => id));
    await remove(idle, idle);
    expect(count.mock.calls[1]?.[0].workspaces?.ids).toEqual([]);
  });

  it('a person is removed although integration fails, and a warning is logged', async () => {
    const bob = await tenant.person('member');
    count.mockImplementation(() => {
      throw new Error('out of order');
    });
    await remove(bob);
    expect(await tenant.roles()).not.toHaveProperty(bob.email);
    expect((await removal())?.metadata).not.toHaveProperty('liveConnectLinks');
    expect(lines.join('')).toContain('the live connect links of a removed member were not counted');
  });

  it('a caller who may not remove the person does not make integration count', async () => {
    const [bob, viewer] = [await tenant.person('member'), await tenant.person('viewer')];
    await expect(remove(bob, viewer)).rejects.toMatchObject({ code: 'forbidden' });
    expect(count).not.toHaveBeenCalled();
  });
});
