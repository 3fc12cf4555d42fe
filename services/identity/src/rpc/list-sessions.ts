import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { listSessions as list } from '../store/own-sessions.ts';
import type { Dependencies } from './dependencies.ts';
import { presentSession } from './present.ts';

export const listSessions =
  ({ db }: Dependencies): Method<typeof IdentityService.method.listSessions> =>
  async (_request, context) => ({
    sessions: (await list(db, userOf(context).userId)).map(presentSession),
  });
