import type { Queryable } from '@patchbay/database/query';
import type { ProviderIdentity } from '../domain/provider-identity.ts';
import type { User } from '../domain/user.ts';
import type { Tx } from './transaction.ts';

type Key = Pick<ProviderIdentity, 'issuer' | 'subject'>;

const byIdentity = {
  name: 'user by provider identity',
  text: `select u.id, u.email, u.name, u.email_verified as "emailVerified", u.image, u.version
         from provider_identities i join users u on u.id = i.user_id
         where i.issuer = $1 and i.subject = $2`,
};

export const findUserByIdentity = async (
  db: Queryable,
  { issuer, subject }: Key,
): Promise<User | undefined> => (await db.query<User>(byIdentity, [issuer, subject]))[0];

/** Links the identity to the user unless it is linked already, as by a concurrent call; returns the user it is linked to. */
export async function linkIdentity(tx: Tx, { issuer, subject }: Key, userId: string): Promise<User> {
  await tx.prisma.providerIdentity.createMany({ data: [{ issuer, subject, userId }], skipDuplicates: true });
  const { user } = await tx.prisma.providerIdentity.findUniqueOrThrow({
    where: { issuer_subject: { issuer, subject } },
    include: { user: true },
  });
  return user;
}
