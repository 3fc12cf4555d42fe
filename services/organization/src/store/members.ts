import type { Member, Person } from '../domain/organization.ts';
import type { Tx } from './transaction.ts';

/**
 * What identity says of a person now. Two statements, because an upsert minds one unique constraint only: of two at once
 * for a new person, one would now and then fail on the other.
 */
export async function savePerson(tx: Tx, person: Person): Promise<void> {
  const { count } = await tx.person.createMany({ data: [person], skipDuplicates: true });
  if (count === 1) return;
  const { userId, ...rest } = person;
  await tx.person.update({ where: { userId }, data: rest });
}

/** False where the person is a member already: a role that exists is never changed by this. */
export async function insertMember(tx: Tx, member: Member): Promise<boolean> {
  const { count } = await tx.member.createMany({ data: [member], skipDuplicates: true });
  return count === 1;
}
