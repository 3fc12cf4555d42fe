import type { Access } from '@patchbay/access/access';
import { accessFromProto } from '@patchbay/access/proto';
import { internal, notFound } from '@patchbay/errors/failure';
import type { Clients } from '../clients.ts';
import { ruleIn } from '../operation/access.ts';
import { ownerOf } from '../operation/group.ts';
import type { Operation } from '../operation/operation.ts';
import type { Exchange } from './exchange.ts';

/** One call resolves organization and workspace; it fails with 404 where the caller may not see them. */
async function accessOfSession(exchange: Exchange, organization: Clients['organization']): Promise<Access> {
  const { orgSlug, workspaceSlug = '' } = exchange.params;
  if (typeof orgSlug !== 'string' || typeof workspaceSlug !== 'string') {
    throw internal('an operation with a rule is under no organization');
  }
  const { access } = await organization.resolveAccess(
    { organizationSlug: orgSlug, workspaceSlug },
    exchange.callOptions,
  );
  if (access === undefined) throw internal('organization left out the access');
  return accessFromProto(access);
}

/** Needs no further call: `AuthenticateApiKey` has resolved the access too. */
function accessOfKey({ keyAccess, params }: Exchange): Access {
  if (keyAccess === undefined)
    throw notFound(
      'the key may not see what the path names',
      params['workspaceSlug'] === undefined ? 'organization_not_visible' : 'workspace_not_visible',
    );
  return keyAccess;
}

/**
 * For operations with a rule whose service stores no memberships: resolves the caller's access to the organization and
 * workspace of the path, which `callOptions` then puts into caller tokens. It checks no role: the service that owns the
 * operation enforces the rule.
 */
export async function resolveAccess(
  exchange: Exchange,
  { access, group }: Pick<Operation, 'access' | 'group'>,
  organization: Clients['organization'],
): Promise<void> {
  if (ruleIn(access) === undefined || ownerOf[group] === 'organization') return;
  exchange.access =
    exchange.caller?.type === 'api_key'
      ? accessOfKey(exchange)
      : await accessOfSession(exchange, organization);
}
