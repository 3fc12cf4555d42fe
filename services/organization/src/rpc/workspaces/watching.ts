import { demand, inWorkspace } from '@patchbay/access/rules';
import type { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { notFound } from '@patchbay/errors/failure';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { EndOfWatching } from '../../domain/notice.ts';
import { lockWorkspaceAccess, organizationTurn } from '../../store/access.ts';
import { lockKnownOrganization, turnOfOrganization } from '../../store/organization-lock.ts';
import {
  endOfWatchingSealing,
  findNamesOfSeen,
  findOrganizationName,
  unwatch,
  watch,
} from '../../store/watches.ts';
import type { Dependencies } from '../dependencies.ts';

export const watchWorkspace =
  ({ db, transact }: Dependencies): Method<typeof WorkspaceService.method.watchWorkspace> =>
  async (path, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, path);
    await transact({ name: 'watch workspace', turn }, async (tx) => {
      const access = await lockWorkspaceAccess(tx, caller, path);
      demand(access, inWorkspace.see);
      await watch(tx, access.organization, caller.userId, access.workspace.id, tx.now());
    });
    return {};
  };

export const unwatchWorkspace =
  ({ db, transact }: Dependencies): Method<typeof WorkspaceService.method.unwatchWorkspace> =>
  async (path, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, path);
    await transact({ name: 'unwatch workspace', turn }, async (tx) => {
      const access = await lockWorkspaceAccess(tx, caller, path);
      demand(access, inWorkspace.see);
      await unwatch(tx, access.organization, caller.userId, [access.workspace.id], tx.now());
    });
    return {};
  };

/** 404 where the token is not one of ours or has expired. */
function readToken(sealer: Sealer, token: string, now: Date): EndOfWatching {
  const end = endOfWatchingSealing.tryOpen(sealer, token);
  if (end === undefined || now.getTime() >= end.expiresAt)
    throw notFound('no link that ends watching has this token, or it has expired');
  return end;
}

/** Needs no session: the token of the link is the credential. It can be used again, and then changes nothing. */
export const endWatching =
  ({ db, transact, sealer }: Dependencies): Method<typeof WorkspaceService.method.endWatching> =>
  async ({ token }) => {
    const now = db.now();
    const end = readToken(sealer, token, now);
    const { organizationId, userId, workspaceIds } = end;
    const turn = turnOfOrganization({ id: organizationId });
    return transact({ name: 'end watching', turn }, async (tx) => {
      const organization = await lockKnownOrganization(tx, organizationId);
      const organizationName = await findOrganizationName(tx, end);
      if (organization === undefined || organizationName === undefined)
        throw notFound('the person has left the organization, so they watch nothing in it');
      await unwatch(tx, organization, userId, workspaceIds, now);
      return { organizationName, workspaceNames: await findNamesOfSeen(tx, end) };
    });
  };
