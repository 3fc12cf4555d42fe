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

export interface SharedLookupOptions<Input, Answer> {
  /** The value of the label `lookup` of the metric. */
  readonly name: string;
  /** Inputs with the same key have the same answer, whichever request asks. */
  readonly keyOf: (input: Input) => string;
  /** Must not depend on the life of one request, such as the signal of its client. */
  readonly ask: (input: Input) => Promise<Answer>;
}

/**
 * A lookup that requests of one turn of the event loop share where they have the same key. It is asked at the end of the turn, after
 * all of them have arrived, and has the trace of the first. Nothing is cached: a request that arrives later is looked up again, so
 * that a revoked credential is refused at once.
 */
export function createSharedLookup<Input, Answer>({
  name,
  keyOf,
  ask,
}: SharedLookupOptions<Input, Answer>): (input: Input) => Promise<Answer> {
  const asked = tally('lookups', { lookup: name, outcome: 'asked' });
  const shared = tally('lookups', { lookup: name, outcome: 'shared' });
  /** The lookups that this turn has collected. */
  const pending = new Map<string, Promise<Answer>>();

  return (input) => {
    const key = keyOf(input);
    const known = pending.get(key);
    if (known !== undefined) {
      shared.value += 1;
      return known;
    }
    asked.value += 1;
    const answer = new Promise<Answer>((resolve, reject) => {
      setImmediate(() => {
        pending.delete(key);
        ask(input).then(resolve, reject);
      });
    });
    pending.set(key, answer);
    return answer;
  };
}
