import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Person } from '@patchbay/access/caller';
import { roleToProto } from '@patchbay/access/proto';
import type { WorkspaceRole } from '@patchbay/access/role';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { Invitation } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { v7 } from 'uuid';
import { type Tenant, type Workspace } from '../../tenant.fixture.ts';
import { asPerson, type TestOrganization } from '../../test-bed.fixture.ts';

/** An address without an account. */
export const newAddress = () => `${v7()}@elsewhere.example`;

/** Helpers for tests with invitations. `running` is called at each use: the service starts after the helpers are made. */
export const invitationActions = (running: () => TestOrganization) => ({
  /** Invites into the organization, as its admin. */
  invite: async ({ slug, admin }: Tenant, email = newAddress(), role: Role = Role.MEMBER) => {
    const request = { organizationSlug: slug, email, role };
    const answer = await running().invitations.createInvitation(request, asPerson(admin));
    return answer.invitation as Invitation;
  },
  /** Invites a person. Default: into the organization, by its admin. */
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
  /** Hours until the invitation expires. */
  hoursLeft: ({ expiresAt }: Invitation) =>
    expiresAt && (timestampDate(expiresAt).getTime() - running().clock.now().getTime()) / 3_600_000,
  /** Sets the expiry to this many hours ago. */
  expire: ({ id }: Invitation, hours = 0) =>
    running().db.pool.query('update invitations set expires_at = $2 where id = $1', [
      id,
      running().hoursAgo(hours),
    ]),
  store: ({ id }: Invitation, status: string) =>
    running().db.pool.query('update invitations set status = $2::invitation_status where id = $1', [
      id,
      status,
    ]),
});
