import type { Member, Person } from '../domain/organization.ts';
import type { Tx } from './transaction.ts';

/** What identity says of a person now. */
export async function savePerson(tx: Tx, person: Person): Promise<void> {
  const { userId, ...rest } = person;
  await tx.person.upsert({ where: { userId }, create: person, update: rest });
}

/** False where the person is a member already: a role that exists is never changed by this. */
export async function insertMember(tx: Tx, member: Member): Promise<boolean> {
  const { count } = await tx.member.createMany({ data: [member], skipDuplicates: true });
  return count === 1;
}
