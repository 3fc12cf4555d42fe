import type { Client } from '@connectrpc/connect';
import type {
  Authentication,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { internal } from '@patchbay/errors/failure';

/** Tokens in one call; identity refuses more. */
const maxTokens = 100;

type Lookup = PromiseWithResolvers<Authentication>;

/**
 * Authenticates session tokens at identity, all tokens of one event loop turn in one call. Nothing is cached: a request
 * shares a call only if it is sent after the request arrived. A call already sent may return a session that was revoked in
 * the meantime.
 */
export function createSessionLookup(
  identity: Pick<Client<typeof IdentityService>, 'authenticate'>,
): (token: string) => Promise<Authentication> {
  /** Lookups of this event loop turn by token; empty between turns. */
  let pending = new Map<string, Lookup>();

  const authenticateBatch = async (
    batch: readonly (readonly [token: string, lookup: Lookup])[],
  ): Promise<void> => {
    try {
      // Without `callOptions`, hence with the gateway's own token: the caller is not known yet.
      const { authentications } = await identity.authenticate({
        sessionTokens: batch.map(([token]) => token),
      });
      if (authentications.length !== batch.length)
        throw internal(`identity answered ${authentications.length} of ${batch.length} tokens`);
      for (const [index, authentication] of authentications.entries())
        batch[index]?.[1].resolve(authentication);
    } catch (thrown) {
      for (const [, { reject }] of batch) reject(thrown);
    }
  };

  const authenticateAll = (): void => {
    const all = [...pending];
    pending = new Map();
    for (let from = 0; from < all.length; from += maxTokens)
      void authenticateBatch(all.slice(from, from + maxTokens));
  };

  return (token) => {
    // `setImmediate` keeps the trace context of the first request of the turn, so that the call's span belongs to its trace:
    // a span has only one parent. The traces of the other requests show the wait without a call.
    if (pending.size === 0) setImmediate(authenticateAll);
    let lookup = pending.get(token);
    if (lookup === undefined) {
      lookup = Promise.withResolvers<Authentication>();
      pending.set(token, lookup);
    }
    return lookup.promise;
  };
}
