import type { Person } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/queryable';
import type { Tx } from './transaction.ts';

/**
 * Inserts or updates the copy of a person. Two statements, because an upsert handles a conflict on one unique constraint
 * only: of two concurrent upserts of a new person, one could fail on the other constraint (`user_id` or `email`).
 */
export async function savePerson(tx: Tx, person: Person): Promise<void> {
  const { count } = await tx.prisma.person.createMany({ data: [person], skipDuplicates: true });
  if (count === 1) return;
  const { userId, ...rest } = person;
  await tx.prisma.person.update({ where: { userId }, data: rest });
}

const updateKnownPeople = {
  name: 'people as identity says',
  text: `update people set email = input.email, name = input.name
         from unnest($1::uuid[], $2::text[], $3::text[]) as input (user_id, email, name)
         where people.user_id = input.user_id and (people.email, people.name) <> (input.email, input.name)`,
};

/** `people` must hold each person once. People without a row here are ignored: their next sign-in inserts them. */
export async function updatePeople(db: Queryable, people: readonly Person[]): Promise<void> {
  await db.query(updateKnownPeople, [
    people.map(({ userId }) => userId),
    people.map(({ email }) => email),
    people.map(({ name }) => name),
  ]);
}
