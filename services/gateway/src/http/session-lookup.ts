import type { Client } from '@connectrpc/connect';
import type {
  Authentication,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { internal } from '@patchbay/errors/failure';

/** Tokens in one call: as many as identity takes. */
const maxTokens = 100;

type Question = PromiseWithResolvers<Authentication>;

/**
 * Asks identity whose a session token is, for all requests of one turn of the event loop together. Nothing is kept: a
 * request shares only a call that is sent after it arrived, never one that is under way, which may have been answered
 * before the session ended.
 */
export function createSessionLookup(
  identity: Pick<Client<typeof IdentityService>, 'authenticate'>,
): (token: string) => Promise<Authentication> {
  /** Those of this turn by their token; empty between turns. */
  let questions = new Map<string, Question>();

  const ask = async (asked: readonly (readonly [token: string, question: Question])[]): Promise<void> => {
    try {
      // With the gateway's own token: there is no caller yet on whose behalf to ask.
      const { authentications } = await identity.authenticate({
        sessionTokens: asked.map(([token]) => token),
      });
      if (authentications.length !== asked.length)
        throw internal(`identity answered ${authentications.length} of ${asked.length} tokens`);
      for (const [index, authentication] of authentications.entries())
        asked[index]?.[1].resolve(authentication);
    } catch (thrown) {
      for (const [, { reject }] of asked) reject(thrown);
    }
  };

  const askAll = (): void => {
    const all = [...questions];
    questions = new Map();
    for (let from = 0; from < all.length; from += maxTokens) void ask(all.slice(from, from + maxTokens));
  };

  return (token) => {
    // It runs in the context of the request that caused it, and so does the call: a span has one parent, and the first
    // request has waited longest. The traces of the others show the wait without a call.
    if (questions.size === 0) setImmediate(askAll);
    let question = questions.get(token);
    if (question === undefined) {
      question = Promise.withResolvers<Authentication>();
      questions.set(token, question);
    }
    return question.promise;
  };
}
