import { demand, inOrganization } from '@patchbay/access/rules';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { closeOrganization, restoreOrganization as restore } from '../../domain/closing.ts';
import { lockAccess, organizationTurn } from '../../store/access.ts';
import { noteClosingTold } from '../../store/closed-organizations.ts';
import { saveOrganization } from '../../store/organizations.ts';
import { mailAdmins } from '../../workers/deletions.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentOrganization } from '../present.ts';

/** Closes the organization; the worker of deletions deletes it. */
export const deleteOrganization =
  (dependencies: Dependencies): Method<typeof OrganizationService.method.deleteOrganization> =>
  async ({ slug }, context) => {
    const { db, transact, outbox } = dependencies;
    const caller = userOf(context);
    const path = { organizationSlug: slug };
    const turn = await organizationTurn(db, caller, path);
    return transact({ name: 'close organization', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, path);
      demand(access, inOrganization.close);
      const now = tx.now();
      const { organization, events } = closeOrganization(access.organization, now);
      await saveOrganization(tx, organization, now);
      if (await noteClosingTold(tx, organization, now))
        await mailAdmins(tx, organization, 'closed', organization, dependencies);
      await outbox.record(tx, callOf(context), events);
      return { organization: presentOrganization(organization) };
    });
  };

export const restoreOrganization =
  ({ db, transact, outbox }: Dependencies): Method<typeof OrganizationService.method.restoreOrganization> =>
  async ({ slug }, context) => {
    const caller = userOf(context);
    const path = { organizationSlug: slug };
    const allowed = { closedToo: true };
    const turn = await organizationTurn(db, caller, path, allowed);
    return transact({ name: 'restore organization', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, path, allowed);
      demand(access, inOrganization.close);
      const now = tx.now();
      const { organization, events } = restore(access.organization, now);
      await saveOrganization(tx, organization, now);
      await outbox.record(tx, callOf(context), events);
      return { organization: presentOrganization(organization) };
    });
  };
