import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Person } from '@patchbay/access/caller';
import { roleToProto } from '@patchbay/access/proto';
import type { WorkspaceRole } from '@patchbay/access/role';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { Invitation } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { v7 } from 'uuid';
import { type Tenant, type Workspace } from '../../tenant.fixture.ts';
import { asPerson, type TestOrganization } from '../../test-bed.fixture.ts';

/** One that nobody has an account with. */
export const newAddress = () => `${v7()}@elsewhere.example`;

const hourMs = 60 * 60 * 1000;

/** Until it expires, to a tenth of an hour. */
export const hoursLeft = (invitation: Invitation | undefined) =>
  invitation?.expiresAt
    ? Math.round(((timestampDate(invitation.expiresAt).getTime() - Date.now()) / hourMs) * 10) / 10
    : undefined;

/** What tests do with invitations, to the service that runs by then. */
export const invitationActions = (running: () => TestOrganization) => ({
  /** As the organization's admin. */
  invite: async ({ slug, admin }: Tenant, email = newAddress(), role: Role = Role.MEMBER) => {
    const request = { organizationSlug: slug, email, role };
    const answer = await running().invitations.createInvitation(request, asPerson(admin));
    return answer.invitation as Invitation;
  },
  /** As the organization's admin or somebody else, into the organization or a workspace of it. */
  invitePerson: async (
    { slug, admin }: Tenant,
    { email }: Person,
    role: WorkspaceRole,
    { into, by = admin }: { into?: Workspace; by?: Person } = {},
  ) => {
    const request = { organizationSlug: slug, ...into, email, role: roleToProto(role) };
    const answer = await running().invitations.createInvitation(request, asPerson(by));
    return answer.invitation as Invitation;
  },
  list: async ({ slug, admin }: Tenant) =>
    (await running().invitations.listInvitations({ organizationSlug: slug }, asPerson(admin))).invitations,
  resend: ({ slug, admin }: Tenant, { id }: Invitation) =>
    running().invitations.resendInvitation({ organizationSlug: slug, invitationId: id }, asPerson(admin)),
  cancel: ({ slug, admin }: Tenant, { id }: Invitation) =>
    running().invitations.cancelInvitation({ organizationSlug: slug, invitationId: id }, asPerson(admin)),
  accept: ({ id }: Invitation, person: Person) =>
    running().invitations.acceptInvitation({ invitationId: id }, asPerson(person)),
  decline: ({ id }: Invitation, person: Person) =>
    running().invitations.declineInvitation({ invitationId: id }, asPerson(person)),
  /** Lets it have expired some hours ago. */
  expire: ({ id }: Invitation, hours = 0) =>
    running().db.pool.query(
      `update invitations set expires_at = now() - $2 * interval '1 hour' where id = $1`,
      [id, hours],
    ),
  store: ({ id }: Invitation, status: string) =>
    running().db.pool.query('update invitations set status = $2::invitation_status where id = $1', [
      id,
      status,
    ]),
});
