import { personOf } from '@patchbay/access/caller';
import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound } from '@patchbay/errors/failure';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { findUser } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { presentUser } from './present.ts';

export const getUser =
  ({ db }: Dependencies): Method<typeof IdentityService.method.getUser> =>
  async (_request, context) => {
    const { userId } = personOf(principalOf(context));
    const user = await findUser(db, userId);
    if (user === undefined) throw notFound(`there is no user ${userId}`);
    return { user: presentUser(user) };
  };
