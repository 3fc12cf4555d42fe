import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { Invitation } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { describe, expect, it } from 'vitest';
import { createTenant, outcomesOf, tokenIn } from '../../tenant.fixture.ts';
import { asPerson, portalUrl, sharedOrganization } from '../../test-bed.fixture.ts';
import { invitationActions, newAddress } from './invitations.fixture.ts';

const organization = await sharedOrganization();
const { invitations } = organization;

describe('createInvitation', () => {
  const { invite, list, resend, cancel, hoursLeft, expire, store } = invitationActions(() => organization);

  it('a new invitation is pending for 48 hours, mailed and recorded', async () => {
    const tenant = await createTenant(organization);
    const email = newAddress();
    const invitation = await invite(tenant, email.toUpperCase(), Role.VIEWER);
    expect(invitation).toMatchObject({
      email,
      role: Role.VIEWER,
      status: 'pending',
      organizationSlug: tenant.slug,
      organizationName: 'Acme',
      inviterEmail: tenant.admin.email,
      inviterName: tenant.admin.name,
    });
    expect(invitation.workspace).toBeUndefined();
    expect(hoursLeft(invitation)).toBe(48);
    expect(await list(tenant)).toEqual([invitation]);
    expect(await tenant.trail()).toEqual([
      {
        action: 'invitation.created',
        actor: tenant.admin.userId,
        workspace: undefined,
        target: { type: 'invitation', id: invitation.id, name: email },
        changes: { role: [null, 'viewer'], expiresAt: [null, expect.any(String)] },
        metadata: {},
      },
    ]);
    const mail = await organization.nextMailTo(email);
    expect(mail.subject).toBe("You've been invited to Patchbay");
    expect(mail.html).toContain(`${portalUrl}/invitations/${tokenIn(mail)}`);
  });

  it('the token of an invitation is stored nowhere in plain text', async () => {
    const tenant = await createTenant(organization);
    const email = newAddress();
    const { id } = await invite(tenant, email);
    const token = tokenIn(await organization.nextMailTo(email));
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await organization.db.pool.query(
      'select i::text as row from invitations i where id = $1',
      [id],
    );
    const { rows: outbox } = await organization.db.pool.query(
      `select from outbox where position($1::bytea in payload) > 0`,
      [Buffer.from(token)],
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(outbox).toEqual([]);
  });

  it('an invitation into a workspace has the organization role that the person has or gets', async () => {
    const tenant = await createTenant(organization);
    const path = await tenant.workspace('spring');
    const wsAdmin = await tenant.person('guest', 'Grace');
    await tenant.assign(wsAdmin, path, 'admin');
    const viewer = await tenant.person('viewer');
    for (const [email, role] of [
      [newAddress(), Role.GUEST],
      [viewer.email, Role.VIEWER],
    ] as const) {
      const { invitation } = await invitations.createInvitation(
        { ...path, email, role: Role.MEMBER },
        asPerson(wsAdmin),
      );
      expect(invitation).toMatchObject({
        email,
        role,
        workspace: { slug: 'spring', name: 'Spring', role: Role.MEMBER },
        inviterName: 'Grace',
      });
      const { invitations: listed } = await invitations.listInvitations(path, asPerson(wsAdmin));
      expect(listed).toContainEqual(invitation);
      expect((await organization.nextMailTo(email)).text).toContain('the workspace “Spring” of “Acme”');
      expect(await tenant.trail()).toMatchObject([
        { action: 'invitation.created', workspace: 'spring', changes: { role: [null, 'member'] } },
      ]);
    }
    expect(await list(tenant)).toEqual([]);
  });

  it('nobody can be invited as a guest', async () => {
    await expect(invite(await createTenant(organization), newAddress(), Role.GUEST)).rejects.toMatchObject({
      code: 'invalid',
      problems: [{ path: 'role' }],
    });
  });

  it('of fifty concurrent invitations of one address into one place, one is created', async () => {
    const tenant = await createTenant(organization);
    const email = newAddress();
    const attempts = Array.from({ length: 50 }, () => invite(tenant, email));
    expect(await outcomesOf(attempts)).toEqual({ ok: 1, conflict: 49 });
    await expect(invite(tenant, email)).rejects.toMatchObject({
      publicText: `${email} already has a pending invitation. Resend or cancel that one.`,
    });
    expect(await tenant.trail()).toHaveLength(1);
    await organization.nextMailTo(email);
    expect(organization.smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);

    // One pending invitation is allowed per organization, and one per workspace.
    const path = await tenant.workspace();
    const other = await createTenant(organization);
    await expect(
      invitations.createInvitation({ ...path, email, role: Role.VIEWER }, asPerson(tenant.admin)),
    ).resolves.toBeDefined();
    await expect(invite(other, email)).resolves.toBeDefined();
  });

  it('an address can be invited again after its invitation was answered', async () => {
    const tenant = await createTenant(organization);
    const first = await invite(tenant);
    await store(first, 'declined');
    const second = await invite(tenant, first.email);
    expect((await list(tenant)).map(({ id, status }) => [id, status])).toEqual([
      [first.id, 'declined'],
      [second.id, 'pending'],
    ]);
  });

  it('an address can be invited again after its invitation has expired, and the old one stays expired', async () => {
    const tenant = await createTenant(organization);
    const first = await invite(tenant);
    await expire(first);
    expect(await list(tenant)).toMatchObject([{ id: first.id, status: 'expired' }]);
    const second = await invite(tenant, first.email);
    expect((await list(tenant)).map(({ id, status }) => [id, status])).toEqual([
      [first.id, 'expired'],
      [second.id, 'pending'],
    ]);
  });

  it('an organization has at most 100 pending invitations, also under concurrent requests', async () => {
    const tenant = await createTenant(organization);
    await organization.db.pool.query(
      `insert into invitations (id, organization_id, email, role, inviter_id, token_digest, sealed_token, expires_at, created_at)
       select gen_random_uuid(), $1, number || '@crowd.example', 'viewer', $2, sha256(gen_random_uuid()::text::bytea),
              'sealed', $3, $4
       from generate_series(1, 97) as number`,
      [tenant.id, tenant.admin.userId, organization.hoursAgo(-1), organization.hoursAgo(1)],
    );
    expect(await outcomesOf(Array.from({ length: 10 }, () => invite(tenant)))).toEqual({
      ok: 3,
      conflict: 7,
    });
    const full = {
      code: 'conflict',
      publicText:
        'This organization has 100 pending invitations, the maximum. Cancel one, or wait until one is answered or expires.',
    };
    await expect(invite(tenant)).rejects.toMatchObject(full);

    // Each workspace has its own 100, which do not count for the organization.
    const [spring, autumn] = [await tenant.workspace(), await tenant.workspace()];
    await organization.db.pool.query(
      `insert into invitations
         (id, organization_id, workspace_id, email, role, workspace_role, inviter_id, token_digest, sealed_token, expires_at)
       select gen_random_uuid(), w.organization_id, w.id, number || '@crowd.example', 'guest', 'viewer', $2,
              sha256(gen_random_uuid()::text::bytea), 'sealed', $3
       from generate_series(1, 97) as number, workspaces w where w.organization_id = $1 and w.slug = $4`,
      [tenant.id, tenant.admin.userId, organization.hoursAgo(-1), spring.workspaceSlug],
    );
    const inviteInto = (path: typeof spring) =>
      invitations.createInvitation(
        { ...path, email: newAddress(), role: Role.VIEWER },
        asPerson(tenant.admin),
      );
    expect(await outcomesOf(Array.from({ length: 10 }, () => inviteInto(spring)))).toEqual({
      ok: 3,
      conflict: 7,
    });
    await expect(inviteInto(spring)).rejects.toMatchObject({
      code: 'conflict',
      publicText:
        'This workspace has 100 pending invitations, the maximum. Cancel one, or wait until one is answered or expires.',
    });
    await inviteInto(autumn);

    // An expired invitation does not count against the bound, and cannot be resent while the bound is reached.
    const expiring = (await list(tenant)).at(-1) as Invitation;
    await expire(expiring);
    const last = await invite(tenant);
    await expect(resend(tenant, expiring)).rejects.toMatchObject(full);
    await cancel(tenant, last);
    await expect(resend(tenant, expiring)).resolves.toBeDefined();
  });
});
