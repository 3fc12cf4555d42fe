import type { Session, User } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { Failure, unauthenticated } from '@patchbay/errors/failure';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { type Credential, credentialIn } from './credential.ts';
import type { Exchange, KeyCaller, SessionCaller } from './exchange.ts';
import { createKeyLookup } from './key-lookup.ts';
import type { Limiter } from './limits.ts';
import { createSessionLookup } from './session-lookup.ts';

/** Characters; no token of ours is longer, and nothing longer is worth a lookup. */
const maxToken = 256;

const noSession = (): Failure => unauthenticated('The session is unknown or has ended.');

/** Finds out who calls, or refuses: before anything else about the request is judged. */
export function createAuthenticator(
  services: Pick<Services, 'identity' | 'apiKeys' | 'sessionCookie'>,
  limiter: Limiter,
) {
  const { identity, apiKeys, sessionCookie } = services;
  const authenticationOf = createSessionLookup(identity);
  const keyCallerOf = createKeyLookup(apiKeys);

  const lookUp = async (token: string): Promise<{ session: Session; user: User }> => {
    if (token === '' || token.length > maxToken) throw noSession();
    const { session, user } = await authenticationOf(token);
    if (session === undefined || user === undefined) throw noSession();
    return { session, user };
  };

  const accept = async (exchange: Exchange, credential: Credential): Promise<SessionCaller | KeyCaller> => {
    if (credential.type === 'key') return keyCallerOf(exchange, credential.key);
    return { type: 'session', ...(await lookUp(credential.token)), carrier: credential.carrier };
  };

  return async (exchange: Exchange, operation: Operation): Promise<void> => {
    const credential = credentialIn(exchange.request.headers, sessionCookie);
    if (credential === undefined) throw unauthenticated('This operation needs a credential.');
    if (credential.type === 'key' && operation.credentials === 'session') {
      throw unauthenticated('This operation does not accept API keys, only sessions.');
    }
    await limiter.refuseGuessers(exchange);
    let caller: SessionCaller | KeyCaller;
    try {
      caller = await accept(exchange, credential);
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'unauthenticated') await limiter.guessed(exchange);
      throw thrown;
    }
    if (caller.type === 'key' && !operation.keyLevels?.includes(caller.key.level)) {
      throw unauthenticated(`This operation does not accept API keys of level ${caller.key.level}.`);
    }
    exchange.caller = caller;
  };
}
