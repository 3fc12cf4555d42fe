import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { Invitation } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { describe, expect, it } from 'vitest';
import { type KeyRequest, keyActions, type MintedKey } from '../../api-keys.fixture.ts';
import { createTenant, newcomer, type Tenant, type Workspace } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';
import { invitationActions } from './invitations.fixture.ts';

const organization = await sharedOrganization();
const { invitations } = organization;

describe('invitations through an API key', () => {
  const { mint, asKey } = keyActions(() => organization);
  const { accept } = invitationActions(() => organization);

  const inviteWith = async (key: MintedKey, { slug }: Tenant, email: string, into?: Workspace) => {
    const request = { organizationSlug: slug, ...into, email, role: Role.MEMBER };
    return (await invitations.createInvitation(request, await asKey(key))).invitation as Invitation;
  };
  const end = (tenant: Tenant, { id }: MintedKey, how: 'disableApiKey' | 'revokeApiKey' | 'rotateApiKey') =>
    organization.apiKeys[how]({ organizationSlug: tenant.slug, apiKeyId: id }, asPerson(tenant.admin));

  it('the mail of an invitation through a key names its creator, and the trail names the key', async () => {
    const tenant = await createTenant(organization);
    const ada = await newcomer(organization);
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    await tenant.trail();
    const invitation = await inviteWith(key, tenant, ada.email);
    expect(invitation).toMatchObject({ inviterEmail: tenant.admin.email, inviterName: tenant.admin.name });
    const mail = await organization.nextMailTo(ada.email);
    expect(mail.text).toContain(tenant.admin.name);
    expect(await tenant.trail()).toMatchObject([{ action: 'invitation.created', actor: key.id }]);
  });

  it('another key with the right to invite can resend and cancel an invitation of a key', async () => {
    const tenant = await createTenant(organization);
    const [first, second, weak] = [
      await mint(tenant, { level: 'organization', role: 'admin' }),
      await mint(tenant, { level: 'user' }),
      await mint(tenant, { level: 'organization', role: 'member' }),
    ];
    const { email } = await newcomer(organization);
    const { id: invitationId } = await inviteWith(first, tenant, email);
    const path = { organizationSlug: tenant.slug, invitationId };
    for (const act of [invitations.resendInvitation, invitations.cancelInvitation]) {
      await expect(act(path, await asKey(weak))).rejects.toMatchObject({ code: 'forbidden' });
    }
    await tenant.trail();
    await invitations.resendInvitation(path, await asKey(second));
    await invitations.cancelInvitation(path, await asKey(second));
    expect(await tenant.trail()).toMatchObject([
      { action: 'invitation.resent', actor: second.id },
      { action: 'invitation.canceled', actor: second.id },
    ]);
  });

  it('an API key can neither create nor resend an invitation as admin', async () => {
    const tenant = await createTenant(organization);
    const into = await tenant.workspace();
    const key = await mint(tenant, { level: 'workspace', role: 'admin', workspace: into });
    const ada = await newcomer(organization);
    const request = { ...into, email: ada.email, role: Role.ADMIN };
    const refusal = {
      code: 'forbidden',
      publicText: 'An API key cannot invite anybody as an admin. Invite with a session.',
    };
    await expect(invitations.createInvitation(request, await asKey(key))).rejects.toMatchObject(refusal);
    const { invitation } = await invitations.createInvitation(request, asPerson(tenant.admin));
    const path = { ...into, invitationId: invitation?.id ?? '' };
    await organization.nextMailTo(ada.email);
    await tenant.trail();
    await expect(invitations.resendInvitation(path, await asKey(key))).rejects.toMatchObject(refusal);
    expect(await tenant.trail()).toEqual([]);
    expect(organization.smtp.mails.filter(({ to }) => to.includes(ada.email))).toHaveLength(1);
    // An invitation that a key made before there was this rule: accepted only after a person has sent it again.
    await organization.db.pool.query('update invitations set api_key_id = $2 where id = $1', [
      path.invitationId,
      key.id,
    ]);
    await expect(accept(invitation as Invitation, ada)).rejects.toMatchObject({ code: 'conflict' });
    await invitations.resendInvitation(path, asPerson(tenant.admin));
    await accept(invitation as Invitation, ada);
    expect(await tenant.roles()).toMatchObject({ [ada.email]: 'guest' });
  });

  it.each<[string, (tenant: Tenant) => Promise<{ asked: KeyRequest; into?: Workspace }>]>([
    [
      'an organization’s key whose creator has left',
      async (tenant) => ({
        asked: { level: 'organization', role: 'admin', by: await tenant.person('admin', 'Leaver') },
      }),
    ],
    ['a user’s key', async () => ({ asked: { level: 'user' } })],
    [
      'a workspace’s key',
      async (tenant) => {
        const into = await tenant.workspace();
        return { asked: { level: 'workspace', role: 'admin', workspace: into }, into };
      },
    ],
  ])('an invitation is accepted while %s works', async (_what, prepare) => {
    const tenant = await createTenant(organization);
    const { asked, into } = await prepare(tenant);
    const key = await mint(tenant, asked);
    const ada = await newcomer(organization);
    const invitation = await inviteWith(key, tenant, ada.email, into);
    if (asked.by) {
      await organization
        .calledBy('gateway')
        .removeMember({ organizationSlug: tenant.slug, userId: asked.by.userId }, asPerson(tenant.admin));
    }
    await accept(invitation, ada);
    expect(await tenant.roles()).toMatchObject({ [ada.email]: into ? 'guest' : 'member' });
  });

  it.each(['disableApiKey', 'revokeApiKey', 'rotateApiKey'] as const)(
    'an invitation of a key cannot be accepted after %s of the key until a person resends it, although the creator may still invite',
    async (how) => {
      const tenant = await createTenant(organization);
      const key = await mint(tenant, { level: 'organization', role: 'admin' });
      const ada = await newcomer(organization);
      const invitation = await inviteWith(key, tenant, ada.email);
      await end(tenant, key, how);
      await expect(accept(invitation, ada)).rejects.toMatchObject({
        code: 'conflict',
        publicText: `The API key of ${tenant.admin.name} may no longer invite people to Acme. Ask for a new invitation.`,
      });
      const path = { organizationSlug: tenant.slug, invitationId: invitation.id };
      await invitations.resendInvitation(path, asPerson(tenant.admin));
      await accept(invitation, ada);
      expect(await tenant.roles()).toMatchObject({ [ada.email]: 'member' });
    },
  );

  it('an invitation of a user-level key cannot be accepted after its creator has lost the right to invite', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const key = await mint(tenant, { level: 'user', by: grace });
    const ada = await newcomer(organization);
    const invitation = await inviteWith(key, tenant, ada.email);
    await organization.db.pool.query(`update members set role = 'member' where user_id = $1`, [grace.userId]);
    await expect(accept(invitation, ada)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a key that resends an invitation of its creator becomes the sender', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin', 'Grace');
    const ada = await newcomer(organization);
    const request = { organizationSlug: tenant.slug, email: ada.email, role: Role.VIEWER };
    const { invitation } = await invitations.createInvitation(request, asPerson(grace));
    await organization.db.pool.query(`update members set role = 'member' where user_id = $1`, [grace.userId]);
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    const path = { organizationSlug: tenant.slug, invitationId: invitation?.id ?? '' };
    const { invitation: resent } = await invitations.resendInvitation(path, await asKey(key));
    expect(resent?.inviterEmail).toBe(tenant.admin.email);
    await end(tenant, key, 'revokeApiKey');
    await expect(accept(resent as Invitation, ada)).rejects.toMatchObject({ code: 'conflict' });
  });
});
