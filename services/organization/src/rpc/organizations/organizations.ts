import { knownRole } from '@patchbay/access/proto';
import { demand, inOrganization } from '@patchbay/access/rules';
import type {
  OrganizationService,
  UpdateOrganizationRequest,
} from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { forbidden, invalid } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { changeOrganization, type DomainRole } from '../../domain/organization.ts';
import { lockAccess, organizationTurn, resolveAccess } from '../../store/access.ts';
import { organizationOfKey } from '../../store/key-access.ts';
import { listOrganizations as list, saveOrganization } from '../../store/organizations.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentOrganization } from '../present.ts';
import { readerOf } from '../reader.ts';

export const listOrganizations =
  (dependencies: Dependencies): Method<typeof OrganizationService.method.listOrganizations> =>
  async (_request, context) => {
    const { db } = dependencies;
    const reader = readerOf(dependencies, context);
    const organizations =
      reader.type === 'user' ? await list(db, reader.userId) : [await organizationOfKey(db, reader)];
    return { organizations: organizations.map(presentOrganization) };
  };

export const getOrganization =
  (dependencies: Dependencies): Method<typeof OrganizationService.method.getOrganization> =>
  async ({ slug }, context) => {
    const access = await resolveAccess(
      dependencies.db,
      readerOf(dependencies, context),
      { organizationSlug: slug },
      {
        closedToo: true,
        anyMethod: true,
      },
    );
    demand(access, inOrganization.see);
    return { organization: presentOrganization(access.organization) };
  };

/** Undefined: it stays as it is. */
function domainRoleOf(joining: UpdateOrganizationRequest['joining']): DomainRole | null | undefined {
  if (joining.case === 'domainClosed') return joining.value ? null : undefined;
  if (joining.case === undefined) return undefined;
  const role = knownRole(joining.value);
  if (role === 'member' || role === 'viewer') return role;
  throw invalid({ path: 'domainRole', message: 'must be member, viewer or null' });
}

export const updateOrganization =
  ({ db, transact, outbox }: Dependencies): Method<typeof OrganizationService.method.updateOrganization> =>
  async ({ slug, name, joining, requiresPasskey }, context) => {
    const caller = userOf(context);
    const turn = await organizationTurn(db, caller, { organizationSlug: slug });
    return transact({ name: 'update organization', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, { organizationSlug: slug });
      demand(access, inOrganization.change);
      if (requiresPasskey !== undefined && caller.method !== 'passkey') {
        throw forbidden('Sign in with a passkey to change whether the organization demands passkeys.');
      }
      const { organization, events } = changeOrganization(access.organization, {
        name: name || undefined,
        domainRole: domainRoleOf(joining),
        requiresPasskey,
      });
      if (events.length > 0) {
        await saveOrganization(tx, organization, tx.now());
        await outbox.record(tx, callOf(context), events);
      }
      return { organization: presentOrganization(organization) };
    });
  };
