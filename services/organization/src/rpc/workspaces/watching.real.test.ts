import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { callAs } from '@patchbay/rpc/client';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { anonymousContext } from '@patchbay/testing/callers';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { endOfWatching } from '../../domain/notice.ts';
import { endOfWatchingSealing } from '../../store/watches.ts';
import { createTenant, type Workspace } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const sealer = createSealer(parseSealingKeys(generateSealingKey()));
const organization = await sharedOrganization({ sealer });
const { workspaces } = organization;

type Caller = Parameters<typeof asPerson>[0];

describe('watching', () => {
  const { mint, asKey } = keyActions(() => organization);

  const isWatched = async (path: Workspace, person: Caller) =>
    (await workspaces.getWorkspace(path, asPerson(person))).workspace?.watched;
  const rowsOf = async ({ userId }: Caller): Promise<number> =>
    (await organization.db.pool.query('select 1 from watches where user_id = $1', [userId])).rows.length;
  const idOf = async (path: Workspace, person: Caller) =>
    (await workspaces.getWorkspace(path, asPerson(person))).workspace?.id ?? '';

  it('each person watches for themselves; doing it twice changes nothing', async () => {
    const { admin, person, workspace } = await createTenant(organization);
    const path = await workspace();
    const viewer = await person('viewer');
    await workspaces.watchWorkspace(path, asPerson(viewer));
    await workspaces.watchWorkspace(path, asPerson(viewer));
    expect([await isWatched(path, viewer), await isWatched(path, admin)]).toEqual([true, false]);
    await workspaces.unwatchWorkspace(path, asPerson(viewer));
    await workspaces.unwatchWorkspace(path, asPerson(viewer));
    expect(await isWatched(path, viewer)).toBe(false);
    await workspaces.watchWorkspace(path, asPerson(viewer));
    expect(await isWatched(path, viewer)).toBe(true);
  });

  it('every answer with a workspace says whether the caller watches it', async () => {
    const { slug: organizationSlug, admin } = await createTenant(organization);
    const [as, asked] = [asPerson(admin), { organizationSlug, slug: 'spring', name: 'Spring' }];
    const path = { organizationSlug, workspaceSlug: 'spring' };
    expect((await workspaces.createWorkspace(asked, as)).workspace?.watched).toBe(false);
    await workspaces.createWorkspace({ ...asked, slug: 'autumn' }, as);
    await workspaces.watchWorkspace(path, as);
    expect((await workspaces.updateWorkspace({ ...path, name: 'Winter' }, as)).workspace?.watched).toBe(true);
    const { workspaces: listed } = await workspaces.listWorkspaces({ organizationSlug }, as);
    expect(listed.map(({ slug, watched }) => [slug, watched])).toEqual([
      ['spring', true],
      ['autumn', false],
    ]);
  });

  it('an API key watches nothing, not even for its creator', async () => {
    const tenant = await createTenant(organization);
    const path = await tenant.workspace();
    await workspaces.watchWorkspace(path, asPerson(tenant.admin));
    for (const key of [
      await mint(tenant, { level: 'user' }),
      await mint(tenant, { level: 'organization', role: 'admin' }),
      await mint(tenant, { level: 'workspace', role: 'admin', workspace: path }),
    ]) {
      const as = await asKey(key);
      expect((await workspaces.getWorkspace(path, as)).workspace?.watched).toBe(false);
      const { workspaces: listed } = await workspaces.listWorkspaces(path, as);
      expect(listed.map(({ watched }) => watched)).toEqual([false]);
    }
  });

  it('watching is forgotten when a member leaves the organization, also for when they come back', async () => {
    const { id, slug, admin, person, workspace } = await createTenant(organization);
    const path = await workspace();
    const member = await person('member');
    await workspaces.watchWorkspace(path, asPerson(member));
    const removal = { organizationSlug: slug, userId: member.userId };
    await organization.calledBy('gateway').removeMember(removal, asPerson(admin));
    expect(await rowsOf(member)).toBe(0);
    await organization.db.pool.query(
      `insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')`,
      [id, member.userId],
    );
    expect(await isWatched(path, member)).toBe(false);
  });

  it('watching is forgotten when a guest loses the assignment, and stays for somebody who sees the workspace all the same', async () => {
    const { admin, person, workspace, assign } = await createTenant(organization);
    const [path, other] = [await workspace(), await workspace()];
    const [guest, member] = [await person('guest'), await person('member')];
    for (const one of [guest, member]) {
      for (const where of [path, other]) {
        await assign(one, where, 'member');
        await workspaces.watchWorkspace(where, asPerson(one));
      }
      await workspaces.removeWorkspaceMember({ ...path, userId: one.userId }, asPerson(admin));
    }
    expect([await rowsOf(guest), await isWatched(other, guest)]).toEqual([1, true]);
    expect([await rowsOf(member), await isWatched(path, member)]).toEqual([2, true]);
  });

  it('a change of roles within the organization keeps what somebody watches', async () => {
    const { slug, admin, person, workspace } = await createTenant(organization);
    const path = await workspace();
    const member = await person('member');
    await workspaces.watchWorkspace(path, asPerson(member));
    await organization
      .calledBy('gateway')
      .updateMember({ organizationSlug: slug, userId: member.userId, role: Role.VIEWER }, asPerson(admin));
    expect(await isWatched(path, member)).toBe(true);
  });

  describe('the link of a mail', () => {
    const anonymous = () => callAs(anonymousContext());

    it('the link ends the watching of its workspaces for its person alone, any number of times', async () => {
      const { id, admin, person, workspace } = await createTenant(organization);
      const [path, other] = [await workspace(), await workspace()];
      const member = await person('member');
      for (const one of [admin, member]) await workspaces.watchWorkspace(path, asPerson(one));
      await workspaces.watchWorkspace(other, asPerson(member));
      const workspaceIds = [await idOf(path, admin)];
      const what = { userId: member.userId, organizationId: id, workspaceIds };
      const token = endOfWatchingSealing.seal(sealer, endOfWatching(what, organization.clock.now()));
      for (let times = 0; times < 2; times += 1)
        expect(await workspaces.endWatching({ token }, anonymous())).toMatchObject({
          organizationName: 'Acme',
          workspaceNames: ['Spring'],
        });
      expect(await isWatched(path, member)).toBe(false);
      expect([await isWatched(other, member), await isWatched(path, admin)]).toEqual([true, true]);
    });

    it('the link names no workspace that its person no longer sees, and does not work for somebody who has left', async () => {
      const { id, slug, admin, person, workspace } = await createTenant(organization);
      const path = await workspace();
      const guest = await person('guest');
      const workspaceIds = [await idOf(path, admin)];
      const what = { userId: guest.userId, organizationId: id, workspaceIds };
      const token = endOfWatchingSealing.seal(sealer, endOfWatching(what, organization.clock.now()));
      expect(await workspaces.endWatching({ token }, anonymous())).toMatchObject({ workspaceNames: [] });
      expect(await rowsOf(guest)).toBe(0);
      const removal = { organizationSlug: slug, userId: guest.userId };
      await organization.calledBy('gateway').removeMember(removal, asPerson(admin));
      const refused = { code: 'not_found' };
      await expect(workspaces.endWatching({ token }, anonymous())).rejects.toMatchObject(refused);
    });

    it('a link that has expired, was altered or was sealed for something else is a 404', async () => {
      const { id, admin, workspace } = await createTenant(organization);
      const path = await workspace();
      await workspaces.watchWorkspace(path, asPerson(admin));
      const what = { userId: admin.userId, organizationId: id, workspaceIds: [await idOf(path, admin)] };
      const seal = (now: Date) => endOfWatchingSealing.seal(sealer, endOfWatching(what, now));
      const good = seal(organization.clock.now());
      for (const token of [
        seal(organization.hoursAgo(30 * 24)),
        `${good.slice(0, -4)}AAAA`,
        sealer.seal(JSON.stringify(endOfWatching(what, organization.clock.now())), 'invitation'),
        'nothing',
        'no token',
        'k1.\n\0ü',
        '',
      ])
        await expect(workspaces.endWatching({ token }, anonymous())).rejects.toMatchObject({
          code: 'not_found',
        });
      expect(await isWatched(path, admin)).toBe(true);
    });
  });
});
