import type { Queryable } from '@patchbay/database/query';
import { internal } from '@patchbay/errors/failure';
import { joiningDomainOf, type ParkedSignUp } from '../domain/organization.ts';
import { isOpen, letsJoin } from './organizations.ts';
import type { Tx } from './transaction.ts';

/**
 * A UUIDv7 of a time in microseconds: milliseconds, then microseconds within them, then random bits. Postgres has a function for
 * it from version 18 on.
 */
const idOf = (microseconds: string) =>
  `(select (lpad(to_hex(us / 1000), 12, '0') || '7' || lpad(to_hex(us % 1000), 3, '0')
            || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid
    from (select ${microseconds} as us) made)`;
const currentTime = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';
const digitsOfReplaced = "replace(parked_sign_ups.id::text, '-', '')";
const timeOfReplaced = `(('x' || left(${digitsOfReplaced}, 12))::bit(48)::bigint * 1000
                         + ('x' || substr(${digitsOfReplaced}, 14, 3))::bit(12)::int)`;

const save = {
  name: 'save a sign-up',
  // Not `excluded.id`: in the update the id is made under the row lock and from the one that it replaces, so that it is higher
  // also where the clock has gone back.
  text: `insert into parked_sign_ups (id, email, name, organization_name, organization_slug, expires_at)
         values (${idOf(currentTime)}, $1, $2, $3, $4, $5)
         on conflict (email) do update
           set id = ${idOf(`greatest(${currentTime}, ${timeOfReplaced} + 1)`)}, name = excluded.name,
               organization_name = excluded.organization_name, organization_slug = excluded.organization_slug,
               expires_at = excluded.expires_at
         returning id`,
};

/**
 * Replaces an earlier sign-up of the same address. Returns the id. Ids of an address grow in the order in which its sign-ups
 * replace each other: identity decides by them which mailed link is the newest one's.
 */
export async function saveSignUp(
  tx: Tx,
  { email, name, organizationName, organizationSlug, expiresAt }: Omit<ParkedSignUp, 'id'>,
): Promise<string> {
  const values = [email, name, organizationName, organizationSlug, expiresAt];
  const [saved] = await tx.query<Pick<ParkedSignUp, 'id'>>(save, values);
  if (saved === undefined) throw internal('the sign-up was not saved');
  return saved.id;
}

const deleteUnexpired = {
  name: 'take a sign-up',
  text: `delete from parked_sign_ups where id = $1::uuid and email = $2 and expires_at > $3
         returning id, email, name, organization_name as "organizationName", organization_slug as "organizationSlug",
                   expires_at as "expiresAt"`,
};

/**
 * Deletes and returns the sign-up; undefined where a newer one of the address has replaced it. Of two concurrent sign-ins
 * exactly one gets it: the other waits for the row lock, and gets the sign-up only if the first transaction rolls back.
 */
export async function takeSignUp(
  tx: Tx,
  { id, email }: Pick<ParkedSignUp, 'id' | 'email'>,
  now: Date,
): Promise<ParkedSignUp | undefined> {
  const [signUp] = await tx.query<ParkedSignUp>(deleteUnexpired, [id, email, now]);
  return signUp;
}

export const admission = {
  name: 'admission of an address',
  // One row, whatever there is of the address.
  text: `select parked.id as "signUpId", parked.name, parked.organization_name as "organizationName",
                exists (select from invitations i join organizations o on o.id = i.organization_id
                        where i.email = $1 and i.status = 'pending' and i.expires_at > $3 and ${isOpen})
                  or exists (select from organizations o where ${letsJoin('$1', '$2')}) as admitted
         from (select $1::text as email) asked
         left join parked_sign_ups parked on parked.email = asked.email and parked.expires_at > $3`,
};

interface Admission {
  /** By a pending invitation, or by a domain that lets the address join. */
  readonly admitted: boolean;
  /** The parked sign-up; this and what follows is null where there is none. */
  readonly signUpId: string | null;
  readonly name: string | null;
  readonly organizationName: string | null;
}

/** What allows an address without an account to sign in. */
export async function findAdmission(db: Queryable, email: string): Promise<Admission> {
  const [row] = await db.query<Admission>(admission, [email, joiningDomainOf(email), db.now()]);
  if (row === undefined) throw internal('the query about an address returned no row');
  return row;
}
