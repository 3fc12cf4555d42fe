import type { Client } from '@connectrpc/connect';
import type {
  Authentication,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { internal } from '@patchbay/errors/failure';
import { lookupsOf } from '../lookups.ts';
import { createTurnBatch } from '../turn-batch.ts';

/** Tokens in one call; identity refuses more. */
const maxTokens = 100;

/**
 * Authenticates session tokens at identity, all tokens that run together (`turn-batch.ts`) in one call. A call already sent may return a
 * session that was revoked in the meantime.
 */
export const createSessionLookup = (
  identity: Pick<Client<typeof IdentityService>, 'authenticate'>,
): ((token: string) => Promise<Authentication>) =>
  createTurnBatch(lookupsOf('session'), maxTokens, async (sessionTokens) => {
    // Without `callOptions`, hence with the gateway's own token: the caller is not known yet.
    const { authentications } = await identity.authenticate({ sessionTokens: [...sessionTokens] });
    if (authentications.length !== sessionTokens.length)
      throw internal(`identity answered ${authentications.length} of ${sessionTokens.length} tokens`);
    return authentications;
  });
