import '@patchbay/telemetry/fresh-modules';
import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { Invitation } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { callAs } from '@patchbay/rpc/client';
import { anonymousContext } from '@patchbay/testing/callers';
import { recordStatements } from '@patchbay/testing/statements';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant, newcomer, tokenIn } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';
import { invitationActions, newAddress } from './invitations.fixture.ts';

const organization = await sharedOrganization();
const { invitations } = organization;

describe('answers to an invitation', () => {
  const statements = recordStatements();
  const { invite, invitePerson, accept, decline, expire } = invitationActions(() => organization);

  it('an invitation lets an address without an account sign in until it expires', async () => {
    const tenant = await createTenant(organization);
    const email = newAddress();
    const identity = organization.calledBy('identity');
    expect(await identity.admitAddress({ email })).toMatchObject({ admitted: false });
    const invitation = await invite(tenant, email);
    expect(await identity.admitAddress({ email })).toMatchObject({ admitted: true, name: '', signUpId: '' });
    await expire(invitation);
    expect(await identity.admitAddress({ email })).toMatchObject({ admitted: false });
  });

  it('a person sees the pending invitations to their address', async () => {
    const [one, another] = [await createTenant(organization), await createTenant(organization)];
    const ada = await newcomer(organization);
    const first = await invitePerson(one, ada, 'member');
    const second = await invitePerson(another, ada, 'viewer', { into: await another.workspace() });
    await invitePerson(one, await newcomer(organization), 'member');
    const mine = async () => (await invitations.listMyInvitations({}, asPerson(ada))).invitations;
    expect(await mine()).toEqual([first, second]);
    await expire(first);
    expect(await mine()).toEqual([second]);
    await decline(second, ada);
    expect(await mine()).toEqual([]);
  });

  describe('previewInvitation', () => {
    it('everybody with the link can preview an invitation, also after it was answered', async () => {
      const tenant = await createTenant(organization);
      const ada = await newcomer(organization);
      const invitation = await invitePerson(tenant, ada, 'member', {
        into: await tenant.workspace('spring'),
      });
      const token = tokenIn(await organization.nextMailTo(ada.email));
      const preview = async () =>
        (await invitations.previewInvitation({ token }, callAs(anonymousContext()))).invitation;
      expect(await preview()).toEqual(invitation);
      expect(invitation).toMatchObject({
        email: ada.email,
        role: Role.GUEST,
        organizationName: 'Acme',
        workspace: { slug: 'spring', name: 'Spring', role: Role.MEMBER },
        inviterName: tenant.admin.name,
      });
      await decline(invitation, ada);
      expect(await preview()).toMatchObject({ status: 'declined' });
    });

    it('a token that no invitation has is not found', async () => {
      await expect(
        invitations.previewInvitation({ token: 'unknown' }, callAs(anonymousContext())),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  it('declining an invitation reads it before the turn and under the lock, saves it and records one event', async () => {
    const tenant = await createTenant(organization);
    const ada = await newcomer(organization);
    const invitation = await invitePerson(tenant, ada, 'member');
    expect(await statements.during(() => decline(invitation, ada))).toEqual([
      'invitation to an address by id',
      'BEGIN',
      'lock an organization by id',
      'invitation to an address by id',
      'save an invitation',
      'outbox record',
      'COMMIT',
    ]);
  });

  it('declining an invitation is recorded and makes nobody a member', async () => {
    const tenant = await createTenant(organization);
    const ada = await newcomer(organization);
    const invitation = await invitePerson(tenant, ada, 'member');
    await tenant.trail();
    expect(await decline(invitation, ada)).toMatchObject({ invitation: { status: 'declined' } });
    expect(await tenant.roles()).not.toHaveProperty([ada.email]);
    expect(await tenant.trail()).toMatchObject([
      {
        action: 'invitation.declined',
        actor: ada.userId,
        changes: { status: ['pending', 'declined'] },
      },
    ]);
  });

  describe.each([
    ['accepted', (invitation: Invitation, person: Person) => accept(invitation, person)],
    ['declined', (invitation: Invitation, person: Person) => decline(invitation, person)],
  ])('an invitation that cannot be %s', (_, answer) => {
    it('an invitation does not exist for another address that answers it', async () => {
      const tenant = await createTenant(organization);
      const invitation = await invitePerson(tenant, await newcomer(organization), 'member');
      for (const person of [await newcomer(organization), tenant.admin]) {
        await expect(answer(invitation, person)).rejects.toMatchObject({ code: 'not_found' });
      }
      for (const id of [v7(), 'none']) {
        await expect(answer({ ...invitation, id }, tenant.admin)).rejects.toMatchObject({
          code: 'not_found',
        });
      }
    });
  });
});
