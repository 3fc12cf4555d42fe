import { demand, inOrganization } from '@patchbay/access/rules';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { lockAccess, organizationTurn } from '../../store/access.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf, roleOf } from '../input.ts';
import { presentMember } from '../present.ts';
import { changeMembership } from './change-membership.ts';

export const updateMember =
  ({ db, transact, outbox }: Dependencies): Method<typeof OrganizationService.method.updateMember> =>
  async (request, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, request);
    return transact({ name: 'update member', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, request);
      demand(access, inOrganization.changeRoles);
      const { member, events } = await changeMembership(
        tx,
        access,
        idOf(request.userId),
        roleOf(request.role),
      );
      await outbox.record(tx, callOf(context), events);
      return { member: presentMember(member) };
    });
  };
