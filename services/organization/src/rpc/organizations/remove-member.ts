import { demand, inOrganization } from '@patchbay/access/rules';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { lockAccess, organizationTurn } from '../../store/access.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../input.ts';
import { changeMembership } from './change-membership.ts';

export const removeMember =
  ({ db, transact, outbox }: Dependencies): Method<typeof OrganizationService.method.removeMember> =>
  async (request, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, request);
    await transact({ name: 'remove member', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, request);
      const userId = idOf(request.userId);
      demand(access, inOrganization.removeMember, userId === caller.userId);
      const { events } = await changeMembership(tx, access, userId, 'removed');
      await outbox.record(tx, callOf(context), events);
    });
    return {};
  };
