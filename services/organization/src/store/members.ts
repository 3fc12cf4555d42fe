import type { Queryable } from '@patchbay/database/queryable';
import type { NamedMember } from '../domain/member.ts';
import type { Member } from '../domain/organization.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

export const membersOfOrganization = {
  name: 'members of an organization',
  text: `select m.id, m.organization_id as "organizationId", m.user_id as "userId", m.role,
                m.created_at as "createdAt", p.email, p.name
         from members m join people p on p.user_id = m.user_id
         where m.organization_id = $1 order by m.created_at, m.id`,
};

export const listMembers = (db: Queryable, organizationId: string): Promise<NamedMember[]> =>
  db.query<NamedMember>(membersOfOrganization, [organizationId]);

export async function findMember(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<NamedMember | undefined> {
  const row = await tx.prisma.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    include: { person: true },
  });
  if (row === null) return undefined;
  const { person, ...member } = row;
  return { ...member, email: person.email, name: person.name };
}

/** False, and nothing changes, where the person is a member already: their role is kept. */
export async function insertMember(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  member: Omit<Member, 'organizationId'>,
): Promise<boolean> {
  const data = [{ ...member, organizationId }];
  const { count } = await tx.prisma.member.createMany({ data, skipDuplicates: true });
  return count === 1;
}

export async function saveRole(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  { userId, role }: Pick<Member, 'userId' | 'role'>,
): Promise<void> {
  await tx.prisma.member.update({
    where: { organizationId_userId: { organizationId, userId } },
    data: { role },
  });
}

/** The foreign key deletes the member's assignments too. */
export async function deleteMember(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  { userId }: Pick<Member, 'userId'>,
): Promise<void> {
  await tx.prisma.member.delete({ where: { organizationId_userId: { organizationId, userId } } });
}

/** Needs the row lock: otherwise two admins could remove each other at the same time. */
export const countAdmins = (tx: Tx, { id: organizationId }: LockedOrganization): Promise<number> =>
  tx.prisma.member.count({ where: { organizationId, role: 'admin' } });

/** A former member is not added again by the domain of their address; an invitation deletes the row. */
export async function insertFormerMember(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  userId: string,
  now: Date,
): Promise<void> {
  const data = [{ organizationId, userId, leftAt: now }];
  await tx.prisma.formerMember.createMany({ data, skipDuplicates: true });
}

export async function deleteFormerMember(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  userId: string,
): Promise<void> {
  await tx.prisma.formerMember.deleteMany({ where: { organizationId, userId } });
}

const membershipNowOrBefore = {
  name: 'is or was a member',
  text: `select exists (select from members where organization_id = $1::uuid and user_id = $2::uuid)
             or exists (select from former_members where organization_id = $1::uuid and user_id = $2::uuid) as known`,
};

export async function isOrWasMember(db: Queryable, organizationId: string, userId: string): Promise<boolean> {
  const rows = await db.query<{ known: boolean }>(membershipNowOrBefore, [organizationId, userId]);
  return rows[0]?.known === true;
}
