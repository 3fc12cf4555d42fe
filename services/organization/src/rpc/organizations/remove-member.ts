import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { demand, inOrganization } from '../../domain/access.ts';
import { lockAccess } from '../../store/access.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../read.ts';
import { changeMembership } from './change-membership.ts';

/** Everybody may leave; removing others is for admins. */
export const removeMember =
  ({ transact, outbox }: Dependencies): Method<typeof OrganizationService.method.removeMember> =>
  async (request, context) => {
    const caller = userOf(context);
    await transact('remove member', async (tx) => {
      const access = await lockAccess(tx, caller, request);
      const userId = idOf(request.userId);
      if (userId !== caller.userId) demand(access.organization.role, inOrganization.removeOthers);
      const { events } = await changeMembership(tx, access, userId, 'nothing');
      await outbox.record(tx, callOf(context), events);
    });
    return {};
  };
