import type { Client } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { ApiKeyCaller } from '@patchbay/access/caller';
import { accessFromProto, apiKeyCallerFromProto } from '@patchbay/access/proto';
import type {
  ApiKeyService,
  AuthenticateApiKeyResponse,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { unauthenticated } from '@patchbay/errors/failure';
import { isWellFormedApiKey } from '@patchbay/tokens/api-key';
import { dateOf } from '../present/time.ts';
import { slugInAddress } from '../schemas/text.ts';
import type { Exchange } from './exchange.ts';

/** A key that works, as organization answered it for this request. */
export interface KeyLookup {
  readonly caller: ApiKeyCaller;
  /** To what the path names; undefined where it names no organization, or something that the key may not see. */
  readonly access: Access | undefined;
}

/** A slug of the path, if it can be one; what cannot is a 404 later, and not worth asking about. */
const slugOf = (slug: unknown): string => slugInAddress.safeParse(slug).data ?? '';

/** Whoever uses a key that was rotated is told so, and until when it works (RFC 9745, RFC 8594). */
function tellRetirement({ response }: Exchange, found: AuthenticateApiKeyResponse): void {
  if (found.rotatedAt === undefined) return;
  response.setHeader('deprecation', `@${found.rotatedAt.seconds}`);
  response.setHeader('sunset', dateOf(found.expiresAt).toUTCString());
}

/**
 * Asks organization whom a key acts for and for its access to what the path names, in one call. Nothing is kept: a key that
 * was revoked does not pass the next request.
 */
export function createKeyLookup(
  apiKeys: Pick<Client<typeof ApiKeyService>, 'authenticateApiKey'>,
): (exchange: Exchange, key: string) => Promise<KeyLookup> {
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
    return { caller: apiKeyCallerFromProto(found), access: found.access && accessFromProto(found.access) };
  };
}
