import type { Database } from '@patchbay/database/pool';
import type { NamedMember } from '../domain/member.ts';
import type { Member } from '../domain/organization.ts';
import type { Tx } from './transaction.ts';

export const membersOfOrganization = {
  name: 'members of an organization',
  text: `select m.id, m.organization_id as "organizationId", m.user_id as "userId", m.role,
                m.created_at as "createdAt", p.email, p.name
         from members m join people p on p.user_id = m.user_id
         where m.organization_id = $1 order by m.created_at, m.id`,
};

export const listMembers = (db: Database, organizationId: string): Promise<NamedMember[]> =>
  db.query<NamedMember & Record<string, unknown>>(membersOfOrganization, [organizationId]);

export async function findMember(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<NamedMember | undefined> {
  const row = await tx.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    include: { person: true },
  });
  if (row === null) return undefined;
  const { person, ...member } = row;
  return { ...member, email: person.email, name: person.name };
}

/** False where the person is a member already: a role that exists is never changed by this. */
export async function insertMember(tx: Tx, member: Member): Promise<boolean> {
  const { count } = await tx.member.createMany({ data: [member], skipDuplicates: true });
  return count === 1;
}

export async function saveRole(tx: Tx, member: Omit<Member, 'id' | 'createdAt'>): Promise<void> {
  const { organizationId, userId, role } = member;
  await tx.member.update({ where: { organizationId_userId: { organizationId, userId } }, data: { role } });
}

/** Assignments go with it. */
export async function deleteMember(tx: Tx, { id }: Member): Promise<void> {
  await tx.member.delete({ where: { id } });
}

export const countMembers = (tx: Tx, organizationId: string): Promise<number> =>
  tx.member.count({ where: { organizationId } });

export const countAdmins = (tx: Tx, organizationId: string): Promise<number> =>
  tx.member.count({ where: { organizationId, role: 'admin' } });

/** Keeps the person from being brought back by their domain. */
export async function rememberLeaving(tx: Tx, { organizationId, userId }: Member, now: Date): Promise<void> {
  const data = [{ organizationId, userId, leftAt: now }];
  await tx.formerMember.createMany({ data, skipDuplicates: true });
}

export async function forgetLeaving(tx: Tx, { organizationId, userId }: Member): Promise<void> {
  await tx.formerMember.deleteMany({ where: { organizationId, userId } });
}

/** Whether the person is of the organization, or was. */
export async function isOrWasMember(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ known: boolean }[]>`
    select exists (select from members where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid)
        or exists (select from former_members
                   where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid) as known`;
  return rows[0]?.known === true;
}
