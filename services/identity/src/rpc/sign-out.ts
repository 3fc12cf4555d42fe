import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { signedOut } from '../domain/session.ts';
import { deleteSession } from '../store/sessions.ts';
import { lockUser, turnOfUser } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';

export const signOut =
  ({ transact, outbox }: Dependencies): Method<typeof IdentityService.method.signOut> =>
  async (_request, context) => {
    const { userId, name, sessionId } = userOf(context);
    await transact({ name: 'sign out', turn: turnOfUser(userId) }, async (tx) => {
      await lockUser(tx, userId);
      if (!(await deleteSession(tx, sessionId))) return;
      await outbox.record(tx, callOf(context), [signedOut({ id: userId, name }, sessionId)]);
    });
    return {};
  };
