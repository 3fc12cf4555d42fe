import type { Client } from '@connectrpc/connect';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type {
  ApiKeyService,
  AuthenticateApiKeyResponse,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { unauthenticated } from '@patchbay/errors/failure';
import { isWellFormedApiKey } from '@patchbay/tokens/api-key';
import { keyLevelName } from '../present/key-level.ts';
import { roleName } from '../present/role.ts';
import { dateOf } from '../present/time.ts';
import { slugInAddress } from '../schemas/text.ts';
import type { Exchange, KeyCaller } from './exchange.ts';

/** A slug of the path, if it can be one; what cannot is a 404 later, and not worth asking about. */
const slugOf = (slug: unknown): string => slugInAddress.safeParse(slug).data ?? '';

const callerOf = (found: AuthenticateApiKeyResponse): KeyCaller => ({
  type: 'key',
  key: {
    type: 'api_key',
    keyId: found.keyId,
    prefix: found.prefix,
    level: keyLevelName(found.level),
    role: found.role === Role.UNSPECIFIED ? null : roleName(found.role),
    organizationId: found.organizationId,
    workspaceId: found.workspaceId || null,
    creator: { userId: found.creatorUserId, email: found.creatorEmail, name: found.creatorName },
  },
  access: found.access,
});

/** Whoever uses a key that was rotated is told so, and until when it works (RFC 9745, RFC 8594). */
function tellRetirement({ response }: Exchange, found: AuthenticateApiKeyResponse): void {
  if (found.rotatedAt === undefined) return;
  response.setHeader('deprecation', `@${found.rotatedAt.seconds}`);
  response.setHeader('sunset', dateOf(found.expiresAt).toUTCString());
}

/**
 * Asks organization whom a key acts for and what it may do where the path leads, in one call. Nothing is kept: a key that
 * was revoked does not pass the next request.
 */
export function createKeyLookup(
  apiKeys: Pick<Client<typeof ApiKeyService>, 'authenticateApiKey'>,
): (exchange: Exchange, key: string) => Promise<KeyCaller> {
  return async (exchange, key) => {
    if (!isWellFormedApiKey(key)) throw unauthenticated('The API key is not valid.');
    const { orgSlug, workspaceSlug } = exchange.params;
    // With the gateway's own token, as for sessions.
    const found = await apiKeys.authenticateApiKey({
      key,
      organizationSlug: slugOf(orgSlug),
      workspaceSlug: slugOf(workspaceSlug),
    });
    tellRetirement(exchange, found);
    return callerOf(found);
  };
}
