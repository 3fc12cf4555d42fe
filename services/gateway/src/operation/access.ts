import type { CallOptions } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import { accessFromProto } from '@patchbay/access/proto';
import type { Rule } from '@patchbay/access/rules';
import { internal, notFound } from '@patchbay/errors/failure';
import type { Clients } from '../clients.ts';
import { createSharedLookup } from '../credentials/lookups.ts';
import { isCountedChange } from '../limits/limit.ts';
import { callOptionsOf, type Identified, type Validated } from '../request/stages.ts';
import type { Streaming } from '../request/streaming.ts';
import { type Owned, ownerIn } from './group.ts';

export interface PublicAccess {
  readonly scope: 'public';
}

export type CallerAccess =
  /** Any caller; the answer does not depend on who calls. */
  | { readonly scope: 'authenticated' }
  /** Any caller; the operation reads or changes what belongs to the caller. */
  | { readonly scope: 'self' }
  /**
   * Callers with a role in the organization of `{orgSlug}`, or in the workspace of `{workspaceSlug}`. The service that owns
   * the operation enforces the rule. Organization reads the role within the same call; for the other services the gateway
   * calls `ResolveAccess` first and puts the result into the caller token.
   */
  | Rule;

/** Undefined where the access (`public`, `authenticated`, `self`) depends on no role. */
export const ruleIn = (access: PublicAccess | CallerAccess): Rule | undefined =>
  'least' in access ? access : undefined;

/** What the access of a session is resolved for. Slugs and ids contain no space. */
interface AccessToLookUp {
  readonly sessionId: string;
  readonly organizationSlug: string;
  readonly workspaceSlug: string;
  /** Whether a slug that names no workspace is no 404. */
  readonly workspaceOptional: boolean;
  /** Whether the operation works in a closed organization too. */
  readonly closedToo: boolean;
  readonly callOptions: CallOptions;
}

/** Needs no further call: `AuthenticateApiKey` has resolved the access too. */
function accessOfKey({ keyAccess, params }: Identified): Access {
  if (keyAccess === undefined)
    throw notFound(
      'the key may not see what the path names',
      params['workspaceSlug'] === undefined ? 'organization_not_visible' : 'workspace_not_visible',
    );
  return keyAccess;
}

/** The part of an operation that says whether the gateway needs to know the access of its caller. */
export interface Accessed extends Owned {
  readonly method: string;
  readonly takesAway?: true;
  readonly workspaceInQuery?: true;
  readonly inClosed?: true | 'only';
  readonly fresh?: unknown;
  readonly answer: { readonly stream?: Streaming };
  readonly access: PublicAccess | CallerAccess;
}

/**
 * Resolves the caller's access to the organization and workspace of the path, or of the query where the operation says so, which `callOptions` then puts into caller
 * tokens. It checks no role: the service that owns the operation enforces the rule. Organization reads access by itself: its operations need it
 * here only where they are counted per organization, or need a fresh session of whoever has the role.
 */
export function createResolveAccess(organization: Pick<Clients['organization'], 'resolveAccess'>) {
  /** One call resolves organization and workspace; it fails with 404 where the caller may not see them. */
  const lookUpAccess = createSharedLookup({
    name: 'access',
    keyOf: (asked: AccessToLookUp) =>
      `${asked.sessionId} ${asked.organizationSlug} ${asked.workspaceSlug} ${asked.workspaceOptional} ${asked.closedToo}`,
    ask: ({
      organizationSlug,
      workspaceSlug,
      workspaceOptional,
      closedToo,
      callOptions: { contextValues },
    }) =>
      organization.resolveAccess(
        { organizationSlug, workspaceSlug, workspaceOptional, closedToo },
        { ...(contextValues && { contextValues }) },
      ),
  });

  const accessOfSession = async (
    validated: Validated,
    { workspaceInQuery, inClosed }: Accessed,
  ): Promise<Access> => {
    const { params, query, session } = validated;
    const workspaceOptional = workspaceInQuery === true;
    const { orgSlug: organizationSlug } = params;
    const { workspaceSlug = '' } = workspaceOptional ? query : params;
    if (typeof organizationSlug !== 'string' || typeof workspaceSlug !== 'string' || session === undefined)
      throw internal('an operation with a rule is under no organization, or has no caller');
    const { access } = await lookUpAccess({
      sessionId: session.record.id,
      organizationSlug,
      workspaceSlug,
      workspaceOptional,
      closedToo: inClosed !== undefined,
      callOptions: callOptionsOf(validated),
    });
    if (access === undefined) throw internal('organization left out the access');
    return accessFromProto(access);
  };

  return async (validated: Validated, operation: Accessed): Promise<Access | undefined> => {
    if (ruleIn(operation.access) === undefined) return undefined;
    if (ownerIn(operation) === 'organization' && !isCountedChange(operation) && operation.fresh === undefined)
      return undefined;
    return validated.caller?.type === 'api_key'
      ? accessOfKey(validated)
      : accessOfSession(validated, operation);
  };
}
