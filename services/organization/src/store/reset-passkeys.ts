import { lockPerson } from './people.ts';
import type { Tx } from './transaction.ts';

const note = {
  name: 'note that the passkeys of a person were reset',
  text: `update people set passkeys_reset_at = $2
         where user_id = $1::uuid and removed_at is null and coalesce(passkeys_reset_at < $2, true) returning 1 as noted`,
};

/** False where admins were told of this reset, or of a later one. */
export async function noteReset(tx: Tx, userId: string, at: Date): Promise<boolean> {
  await lockPerson(tx, userId);
  return (await tx.query(note, [userId, at])).length === 1;
}

/** Mails of one reset. */
const maxRecipients = 1_000;

export const adminsOfPerson = {
  name: 'admins of the organizations of a person',
  text: `select a.email, o.slug, o.name as "organizationName", p.email as "personEmail", p.name as "personName"
         from members own
         join people p on p.user_id = own.user_id
         join organizations o on o.id = own.organization_id
         join members m on m.organization_id = o.id and m.role = 'admin' and m.user_id <> own.user_id
         join people a on a.user_id = m.user_id
         where own.user_id = $1::uuid and o.deleted_at is null order by o.id, m.created_at, m.id limit ${maxRecipients}`,
};

export interface AdminOfPerson {
  readonly email: string;
  readonly slug: string;
  readonly organizationName: string;
  readonly personEmail: string;
  readonly personName: string;
}

/** The other admins of each organization that the person is in. */
export const listAdminsOfPerson = (tx: Tx, userId: string): Promise<AdminOfPerson[]> =>
  tx.query<AdminOfPerson & Record<string, unknown>>(adminsOfPerson, [userId]);
