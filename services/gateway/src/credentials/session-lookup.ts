import type { Client } from '@connectrpc/connect';
import type {
  Authentication,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { internal } from '@patchbay/errors/failure';
import { tally } from '@patchbay/telemetry/metrics';

/** Tokens in one call; identity refuses more. */
const maxTokens = 100;

/**
 * Authenticates session tokens at identity. Tokens that arrive in one turn of the event loop share a call, which has the trace of the
 * first. Nothing is cached: a token that arrives later is asked about again.
 */
export function createSessionLookup(
  identity: Pick<Client<typeof IdentityService>, 'authenticate'>,
): (token: string) => Promise<Authentication> {
  const asked = tally('lookups', { lookup: 'session', outcome: 'asked' });
  const shared = tally('lookups', { lookup: 'session', outcome: 'shared' });
  /** The lookups that this turn has collected, by token. */
  let pending = new Map<string, PromiseWithResolvers<Authentication>>();

  const send = async (batch: typeof pending): Promise<void> => {
    try {
      // Without `callOptions`, hence with the gateway's own token: the caller is not known yet.
      const { authentications } = await identity.authenticate({ sessionTokens: [...batch.keys()] });
      if (authentications.length !== batch.size)
        throw internal(`identity answered ${authentications.length} of ${batch.size} tokens`);
      for (const { resolve } of batch.values()) resolve(authentications.shift() as Authentication);
    } catch (thrown) {
      for (const { reject } of batch.values()) reject(thrown);
    }
  };

  return (token) => {
    const known = pending.get(token);
    if (known !== undefined) {
      shared.value += 1;
      return known.promise;
    }
    if (pending.size === 0 || pending.size === maxTokens) {
      const batch: typeof pending = new Map();
      pending = batch;
      asked.value += 1;
      setImmediate(() => {
        if (pending === batch) pending = new Map();
        void send(batch);
      });
    } else shared.value += 1;
    const lookup = Promise.withResolvers<Authentication>();
    pending.set(token, lookup);
    return lookup.promise;
  };
}
