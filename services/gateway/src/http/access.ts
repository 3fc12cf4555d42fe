import { forbidden, internal, notFound } from '@patchbay/errors/failure';
import type { Clients } from '../clients.ts';
import type { Operation } from '../operation/operation.ts';
import { roleName } from '../present/role.ts';
import type { Exchange } from './exchange.ts';

/**
 * For operations of services that know no memberships: asks organization, checks the role, and sends it along. Of a key
 * organization has told it already.
 */
export async function resolveAccess(
  exchange: Exchange,
  { access }: Operation,
  organization: Clients['organization'],
): Promise<void> {
  if (access.scope !== 'organization' || access.resolvedBy !== 'gateway') return;
  const { orgSlug } = exchange.params;
  if (typeof orgSlug !== 'string') throw internal('an operation under an organization has no {orgSlug}');
  const { caller } = exchange;
  const resolved =
    caller?.type === 'key'
      ? caller.access
      : await organization.resolveAccess({ organizationSlug: orgSlug }, exchange.callOptions);
  if (resolved === undefined) throw notFound('the key may not see this organization');
  const organizationRole = roleName(resolved.organizationRole);
  if (!access.roles.includes(organizationRole)) {
    throw forbidden('Your role in this organization does not allow this.');
  }
  exchange.access = { organizationId: resolved.organizationId, organizationRole };
}
