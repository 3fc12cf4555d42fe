import type { Access } from '@patchbay/access/access';
import { accessFromProto } from '@patchbay/access/proto';
import { internal, notFound } from '@patchbay/errors/failure';
import type { Clients } from '../clients.ts';
import { ruleIn } from '../operation/access.ts';
import { ownerOf } from '../operation/group.ts';
import type { Operation } from '../operation/operation.ts';
import type { Exchange } from './exchange.ts';

/** One call for organization and workspace. What the caller may not see is organization's 404. */
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

/** Answered together with the key's authentication: no further call. */
function accessOfKey({ keyAccess }: Exchange): Access {
  if (keyAccess === undefined) throw notFound('the key may not see what the path names');
  return keyAccess;
}

/**
 * For operations with a rule whose service knows no memberships: has the caller's access to what the path names resolved,
 * and signs it into the token. It judges no role: the service that owns the operation demands the rule.
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
