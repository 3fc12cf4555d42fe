import type { User as UserMessage } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { User } from '../schemas/user.ts';

export function presentUser(user: UserMessage | undefined): z.input<typeof User> {
  if (user === undefined) throw internal('identity left out the user');
  const { id, email, name, emailVerified, role, image } = user;
  return { id, email, name, emailVerified, role, ...(image !== undefined && { image }) };
}
