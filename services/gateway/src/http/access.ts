import { forbidden, internal } from '@patchbay/errors/failure';
import type { Clients } from '../clients.ts';
import type { Operation } from '../operations/operation.ts';
import { roleName } from '../present/role.ts';
import type { Exchange } from './exchange.ts';

/** For operations of services that know no memberships: asks organization, checks the role, and sends it along. */
export async function resolveAccess(
  exchange: Exchange,
  { access }: Operation,
  organization: Clients['organization'],
): Promise<void> {
  if (access.scope !== 'organization' || access.resolvedBy !== 'gateway') return;
  const { orgSlug } = exchange.params;
  if (typeof orgSlug !== 'string') throw internal('an operation under an organization has no {orgSlug}');
  const resolved = await organization.resolveAccess({ organizationSlug: orgSlug }, exchange.as);
  const organizationRole = roleName(resolved.organizationRole);
  if (!access.roles.includes(organizationRole)) {
    throw forbidden('Your role in this organization does not allow this.');
  }
  exchange.access = { organizationId: resolved.organizationId, organizationRole };
}
