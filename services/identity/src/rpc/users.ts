import { timestampDate } from '@bufbuild/protobuf/wkt';
import { personOf } from '@patchbay/access/caller';
import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, principalOf, userOf } from '@patchbay/rpc/caller';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { rename, userDeleted } from '../domain/user.ts';
import { findUser, readLockedUser, removeUser, saveName, turnOfUser } from '../store/users.ts';
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

export const updateUser =
  ({ transact, outbox }: Dependencies): Method<typeof IdentityService.method.updateUser> =>
  async (request, context) => {
    const { userId } = userOf(context);
    return transact({ name: 'update user', turn: turnOfUser(userId) }, async (tx) => {
      const { user, events } = rename(await readLockedUser(tx, userId), request.name);
      if (events.length > 0) {
        await saveName(tx, user, tx.now());
        await outbox.record(tx, callOf(context), events);
      }
      return { user: presentUser(user) };
    });
  };

/**
 * Organization goes first, because it decides whether the person may leave. The event is dated when the person was still a member, so
 * that every trail of theirs has it. If the process ends between the two steps, the person asks again: the first one changes nothing then.
 */
export const deleteUser =
  ({ transact, outbox, organization }: Dependencies): Method<typeof IdentityService.method.deleteUser> =>
  async (_request, context) => {
    const { userId } = userOf(context);
    const { memberUntil } = await organization.removePerson({}, onBehalfOf(context));
    await transact({ name: 'delete user', turn: turnOfUser(userId) }, async (tx) => {
      const user = await readLockedUser(tx, userId);
      await removeUser(tx, user);
      await outbox.record(tx, callOf(context), [userDeleted(user)], {
        ...(memberUntil && { occurredAt: timestampDate(memberUntil) }),
      });
    });
    return {};
  };
