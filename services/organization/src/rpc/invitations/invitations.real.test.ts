import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { Invitation } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant, tokenIn } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';
import { invitationActions, newAddress } from './invitations.fixture.ts';

const organization = await sharedOrganization();
const { invitations } = organization;

describe('invitations', () => {
  const { invite, list, resend, cancel, hoursLeft, expire } = invitationActions(() => organization);

  describe('resendInvitation', () => {
    it('resending an invitation mails the same link and adds 48 hours', async () => {
      const tenant = await createTenant(organization);
      const invitation = await invite(tenant);
      const token = tokenIn(await organization.nextMailTo(invitation.email));
      await tenant.trail();
      const { invitation: resent } = await resend(tenant, invitation);
      expect(resent).toMatchObject({ id: invitation.id, status: 'pending' });
      expect(hoursLeft(resent as Invitation)).toBe(96);
      expect(await list(tenant)).toEqual([resent]);
      expect(tokenIn(await organization.nextMailTo(invitation.email))).toBe(token);
      expect(await tenant.trail()).toMatchObject([
        {
          action: 'invitation.resent',
          target: { type: 'invitation', id: invitation.id, name: invitation.email },
          changes: { expiresAt: [expect.any(String), expect.any(String)] },
        },
      ]);
    });

    it('an expired invitation cannot be resent while the address has a newer pending one', async () => {
      const tenant = await createTenant(organization);
      const first = await invite(tenant);
      await expire(first);
      const second = await invite(tenant, first.email);
      await expect(resend(tenant, first)).rejects.toMatchObject({ code: 'conflict' });
      await expire(second);
      await expect(resend(tenant, first)).resolves.toMatchObject({ invitation: { status: 'pending' } });
      expect((await list(tenant)).map(({ id, status }) => [id, status])).toEqual([
        [first.id, 'pending'],
        [second.id, 'expired'],
      ]);
    });
  });

  it.each([
    ['resent', resend],
    ['canceled', cancel],
  ])('an invitation that the sweep deletes while it is %s is not found', async (_, act) => {
    const tenant = await createTenant(organization);
    const invitation = await invite(tenant);
    await expire(invitation, 91 * 24);
    const sweep = await organization.db.pool.connect();
    await sweep.query('begin');
    await sweep.query('delete from invitations where id = $1', [invitation.id]);
    const acting = act(tenant, invitation).catch((error: unknown) => error);
    await organization.untilLockWaiters();
    await sweep.query('commit');
    sweep.release();
    expect(await acting).toMatchObject({ code: 'not_found' });
  });

  it('an invitation is found only under the organization or workspace that it is into', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    const [path, otherPath] = [await tenant.workspace(), await tenant.workspace()];
    const ofOrganization = await invite(tenant);
    const { invitation: ofWorkspace } = await invitations.createInvitation(
      { ...path, email: newAddress(), role: Role.VIEWER },
      asPerson(tenant.admin),
    );
    const organizationPath = { organizationSlug: tenant.slug };
    for (const [admin, place, invitationId] of [
      [other.admin, { organizationSlug: other.slug }, ofOrganization.id],
      [tenant.admin, path, ofOrganization.id],
      [tenant.admin, organizationPath, ofWorkspace?.id],
      [tenant.admin, otherPath, ofWorkspace?.id],
      [tenant.admin, organizationPath, v7()],
      [tenant.admin, organizationPath, 'none'],
    ] as const) {
      const request = { ...place, invitationId: invitationId ?? '' };
      for (const act of [invitations.resendInvitation, invitations.cancelInvitation]) {
        await expect(act(request, asPerson(admin))).rejects.toMatchObject({ code: 'not_found' });
      }
    }
  });
});
