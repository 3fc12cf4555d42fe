import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Person, SessionMethod } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { callAs } from '@patchbay/rpc/client';
import { userContext } from '@patchbay/testing/callers';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant, newcomer, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, personAt, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const gateway = organization.calledBy('gateway');

const isClosed = { code: 'conflict', publicText: expect.stringContaining('restore it until') };
const isSuspended = {
  code: 'forbidden',
  publicText: 'organization_suspended: This organization is suspended: Unpaid bills.',
};
const needsPasskey = { code: 'forbidden', publicText: expect.stringMatching(/^passkey_required: /) };

/** A session of this person that was opened in this way. */
const asSession = (person: Person, method: SessionMethod) => {
  const context = userContext(person);
  if (context.caller.type !== 'user') throw new Error('not a person');
  return callAs({ ...context, caller: { ...context.caller, method } });
};

describe('closed, suspended and guarded organizations', () => {
  const { mint, authenticate, asKey } = keyActions(() => organization);

  const close = ({ slug, admin }: Tenant) => gateway.deleteOrganization({ slug }, asPerson(admin));
  const suspend = ({ id }: Tenant) =>
    organization.db.pool.query(`update organizations set suspended_reason = 'Unpaid bills.' where id = $1`, [
      id,
    ]);
  const invite = async ({ slug, admin }: Tenant, person: Person) => {
    const { invitation } = await organization.invitations.createInvitation(
      { organizationSlug: slug, email: person.email, role: Role.MEMBER },
      asPerson(admin),
    );
    return { invitationId: invitation?.id ?? '' };
  };
  const invitationsTo = async (person: Person) =>
    (await organization.invitations.listMyInvitations({}, asPerson(person))).invitations.length;

  it('an organization that an admin closes is deleted in seven days, and its admins get a mail', async () => {
    const tenant = await createTenant(organization);
    const { organization: closed } = await close(tenant);
    expect(closed?.deletesAt && timestampDate(closed.deletesAt)).toEqual(organization.hoursAgo(-7 * 24));
    expect(await tenant.trail()).toMatchObject([
      {
        action: 'organization.closed',
        actor: tenant.admin.userId,
        metadata: { deletesAt: expect.any(String) },
      },
    ]);
    const { subject, text } = await organization.nextMailTo(tenant.admin.email);
    expect(subject).toBe('An organization on Patchbay will be deleted');
    expect(text).toContain(`/o/${tenant.slug}`);
  });

  it('an organization that is closed and restored again and again mails its admins once a day', async () => {
    const tenant = await createTenant(organization);
    const { slug, admin } = tenant;
    const restore = () => gateway.restoreOrganization({ slug }, asPerson(admin));
    const mails = async () => {
      await organization.runDue('mails of organization');
      return organization.smtp.mails.filter(({ to }) => to.includes(admin.email));
    };
    await close(tenant);
    await restore();
    await close(tenant);
    expect(await mails()).toHaveLength(1);
    await restore();
    await organization.clock.jump(24 * 3_600_000 + 1);
    await close(tenant);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'An organization on Patchbay will be deleted',
      'An organization on Patchbay will be deleted',
    ]);
  });

  it('nothing works in a closed organization but what says so, and strangers get the 404 that they got before', async () => {
    const tenant = await createTenant(organization);
    const { slug, admin } = tenant;
    const workspace = await tenant.workspace();
    const guest = await tenant.person('guest');
    const stranger = await newcomer(organization);
    await close(tenant);
    const path = { organizationSlug: slug };
    const calls = [
      () => gateway.resolveAccess(path, asPerson(admin)),
      () => gateway.listMembers(path, asPerson(admin)),
      () => gateway.updateOrganization({ slug, name: 'Ajax' }, asPerson(admin)),
      () => gateway.deleteOrganization({ slug }, asPerson(admin)),
      () => organization.workspaces.getWorkspace(workspace, asPerson(admin)),
      () => organization.workspaces.deleteWorkspace(workspace, asPerson(admin)),
      () => organization.workspaces.createWorkspace({ ...path, slug: 'x', name: 'X' }, asPerson(admin)),
      () => organization.apiKeys.listApiKeys(path, asPerson(admin)),
      () => gateway.listMembers(path, asPerson(guest)),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(isClosed);
    await expect(organization.workspaces.getWorkspace(workspace, asPerson(guest))).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const call of [
      () => gateway.listMembers(path, asPerson(stranger)),
      () => gateway.getOrganization({ slug }, asPerson(stranger)),
      () => gateway.restoreOrganization({ slug }, asPerson(stranger)),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    const { access } = await gateway.resolveAccess({ ...path, closedToo: true }, asPerson(admin));
    expect(access?.organization?.slug).toBe(slug);
    const { organization: read } = await gateway.getOrganization({ slug }, asPerson(guest));
    expect(read?.deletesAt).toBeDefined();
    const { organizations } = await gateway.listOrganizations({}, asPerson(admin));
    expect(organizations).toMatchObject([{ slug, deletesAt: read?.deletesAt }]);
  });

  it('the keys of a closed organization are refused as revoked ones are, and work again once it is restored', async () => {
    const tenant = await createTenant(organization);
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    const options = await asKey(key);
    await close(tenant);
    const refused = { code: 'unauthenticated', publicText: 'The API key is unknown or no longer works.' };
    await expect(authenticate(key.secret)).rejects.toMatchObject({
      ...refused,
      reason: 'key_organization_closed',
    });
    await expect(gateway.getOrganization({ slug: tenant.slug }, options)).rejects.toMatchObject(refused);
    await gateway.restoreOrganization({ slug: tenant.slug }, asPerson(tenant.admin));
    expect(await authenticate(key.secret)).toMatchObject({ keyId: key.id });
  });

  it('only admins close and restore an organization, and an open one cannot be restored', async () => {
    const tenant = await createTenant(organization);
    const { slug, admin } = tenant;
    const member = await tenant.person('member');
    await expect(gateway.deleteOrganization({ slug }, asPerson(member))).rejects.toMatchObject({
      code: 'forbidden',
      publicText: 'Only admins of the organization can delete or restore it.',
    });
    await expect(gateway.restoreOrganization({ slug }, asPerson(admin))).rejects.toMatchObject({
      code: 'conflict',
      publicText: 'The organization is not closed.',
    });
    await close(tenant);
    await expect(gateway.restoreOrganization({ slug }, asPerson(member))).rejects.toMatchObject({
      code: 'forbidden',
    });
    const { organization: restored } = await gateway.restoreOrganization({ slug }, asPerson(admin));
    expect(restored?.deletesAt).toBeUndefined();
    expect((await tenant.trail()).map(({ action }) => action)).toEqual([
      'organization.closed',
      'organization.restored',
    ]);
    await gateway.listMembers({ organizationSlug: slug }, asPerson(admin));
  });

  it('nobody gets into a closed organization: no invitation is listed or accepted, and no domain adds anybody', async () => {
    const tenant = await createTenant(organization);
    const invitee = await newcomer(organization);
    const accepting = await invite(tenant, invitee);
    await close(tenant);
    expect(await invitationsTo(invitee)).toBe(0);
    await expect(
      organization.invitations.acceptInvitation(accepting, asPerson(invitee)),
    ).rejects.toMatchObject(isClosed);
    const identity = organization.calledBy('identity');
    const grace = personAt(tenant.domain, 'grace');
    expect(await identity.admitAddress({ email: grace.email })).toMatchObject({ admitted: false });
    await identity.provisionUser(grace);
    expect(Object.keys(await tenant.roles())).toEqual([tenant.admin.email]);
    await gateway.restoreOrganization({ slug: tenant.slug }, asPerson(tenant.admin));
    expect(await invitationsTo(invitee)).toBe(1);
    await organization.invitations.acceptInvitation(accepting, asPerson(invitee));
    expect(Object.keys(await tenant.roles())).toHaveLength(2);
  });

  it('a suspended organization refuses sessions and keys with the reason, and lets nobody in', async () => {
    const tenant = await createTenant(organization);
    const { slug, admin } = tenant;
    const key = await mint(tenant, { level: 'user' });
    const options = await asKey(key);
    const invitee = await newcomer(organization);
    const accepting = await invite(tenant, invitee);
    await suspend(tenant);
    await expect(authenticate(key.secret)).rejects.toMatchObject(isSuspended);
    for (const call of [
      () => gateway.getOrganization({ slug }, options),
      () => gateway.getOrganization({ slug }, asPerson(admin)),
      () => gateway.resolveAccess({ organizationSlug: slug, closedToo: true }, asPerson(admin)),
      () => gateway.deleteOrganization({ slug }, asPerson(admin)),
      () => organization.invitations.acceptInvitation(accepting, asPerson(invitee)),
    ])
      await expect(call()).rejects.toMatchObject(isSuspended);
    expect(await invitationsTo(invitee)).toBe(0);
    const grace = personAt(tenant.domain, 'grace');
    await organization.calledBy('identity').provisionUser(grace);
    expect(Object.keys(await tenant.roles())).toEqual([admin.email]);
    expect((await gateway.listOrganizations({}, asPerson(admin))).organizations).toHaveLength(1);
    await expect(
      gateway.getOrganization({ slug }, asPerson(await newcomer(organization))),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('only a session by passkey demands passkeys; then other sessions only read the organization, and keys go on', async () => {
    const tenant = await createTenant(organization);
    const { slug, admin } = tenant;
    const key = await mint(tenant, { level: 'organization', role: 'viewer' });
    const asked = { slug, requiresPasskey: true };
    await expect(gateway.updateOrganization(asked, asSession(admin, 'link'))).rejects.toMatchObject({
      code: 'forbidden',
      publicText: 'Sign in with a passkey to change whether the organization demands passkeys.',
    });
    await gateway.updateOrganization(asked, asSession(admin, 'passkey'));
    expect((await tenant.trail()).at(-1)).toMatchObject({
      action: 'organization.updated',
      changes: { requiresPasskey: [false, true] },
    });
    const path = { organizationSlug: slug };
    for (const method of ['link', 'google', 'microsoft', 'device'] as const) {
      const options = asSession(admin, method);
      await expect(gateway.listMembers(path, options)).rejects.toMatchObject(needsPasskey);
      await expect(gateway.resolveAccess(path, options)).rejects.toMatchObject(needsPasskey);
      await expect(gateway.updateOrganization({ slug, name: 'X' }, options)).rejects.toMatchObject(
        needsPasskey,
      );
      const { organization: read } = await gateway.getOrganization({ slug }, options);
      expect(read).toMatchObject({ requiresPasskey: true });
      expect((await gateway.listOrganizations({}, options)).organizations).toHaveLength(1);
    }
    await gateway.listMembers(path, asSession(admin, 'passkey'));
    await gateway.listMembers(path, await asKey(key));
  });

  it('organizations that demand passkeys are told with their other admins, and only of admins', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const member = await tenant.person('member');
    const identity = organization.calledBy('identity');
    const ask = async ({ userId }: Person) => (await identity.listPasskeyAdmins({ userId })).organizations;
    expect(await ask(tenant.admin)).toEqual([]);
    await gateway.updateOrganization(
      { slug: tenant.slug, requiresPasskey: true },
      asSession(tenant.admin, 'passkey'),
    );
    expect(await ask(tenant.admin)).toMatchObject([
      { organizationId: tenant.id, organizationName: 'Acme', otherAdminUserIds: [grace.userId] },
    ]);
    expect(await ask(member)).toEqual([]);
  });
});
