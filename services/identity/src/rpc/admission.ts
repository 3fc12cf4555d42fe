import type { CallOptions } from '@connectrpc/connect';
import { userExists } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';

/** What lets an address in: the display name that its sign-up gave, or null where it is let in by something else. */
export interface Admission {
  readonly name: string | null;
}

/**
 * Undefined: nothing lets the address in. A parked sign-up does only where it is `signUpId`, the one that the sign-in comes from;
 * in a sign-in that does not come from it, not even its display name is used.
 */
export async function findAdmission(
  { db, organization }: Pick<Dependencies, 'db' | 'organization'>,
  { email, signUpId }: { readonly email: string; readonly signUpId: string | null },
  options: CallOptions,
): Promise<Admission | undefined> {
  if (await userExists(db, email)) return { name: null };
  const parked = await organization.admitAddress({ email }, options);
  if (signUpId !== null && parked.signUpId === signUpId) return { name: parked.name };
  if (parked.admitted) return { name: null };
  // Another sign-in of the person may have used the sign-up up since.
  return (await userExists(db, email)) ? { name: null } : undefined;
}
