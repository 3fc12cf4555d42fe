import type { Client } from '@connectrpc/connect';
import type {
  ApiKeyService,
  AuthenticateApiKeyResponse,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { unauthenticated } from '@patchbay/errors/failure';
import { isWellFormedApiKey, prefixOf } from '@patchbay/tokens/api-key';
import { dateOf } from '../present/time.ts';
import { slugInAddress } from '../schemas/text.ts';
import type { Exchange } from './exchange.ts';

/** Empty where the path has no valid slug: validation answers an invalid one with 404 later, so it is not looked up. */
const slugOf = (slug: unknown): string => slugInAddress.safeParse(slug).data ?? '';

/** Of a rotated key in its grace window: when it was rotated and when it stops working (RFC 9745, RFC 8594). */
export function setRetirementHeaders(
  { response }: Exchange,
  authentication: AuthenticateApiKeyResponse,
): void {
  if (authentication.rotatedAt === undefined) return;
  response.setHeader('deprecation', `@${authentication.rotatedAt.seconds}`);
  response.setHeader('sunset', dateOf(authentication.expiresAt).toUTCString());
}

/**
 * One call to organization authenticates a key and resolves its access to the organization and workspace of the path.
 * Nothing is cached: a revoked key is refused on the next request.
 */
export function createKeyLookup(
  apiKeys: Pick<Client<typeof ApiKeyService>, 'authenticateApiKey'>,
): (exchange: Exchange, key: string) => Promise<AuthenticateApiKeyResponse> {
  return async (exchange, key) => {
    if (!isWellFormedApiKey(key)) throw unauthenticated('The API key is not valid.', 'key_malformed');
    exchange.keyPrefix = prefixOf(key);
    const { orgSlug, workspaceSlug } = exchange.params;
    // Without `callOptions`, hence with the gateway's own token: the caller is not known yet.
    return apiKeys.authenticateApiKey({
      key,
      organizationSlug: slugOf(orgSlug),
      workspaceSlug: slugOf(workspaceSlug),
    });
  };
}
