import type { Session, User } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { Failure, internal, unauthenticated } from '@patchbay/errors/failure';
import type { Operation } from '../operations/operation.ts';
import type { Services } from '../services.ts';
import { type Credential, credentialIn } from './credential.ts';
import type { Exchange } from './exchange.ts';
import type { Limiter } from './limits.ts';

/** Characters; no token of ours is longer, and nothing longer is worth a lookup. */
const maxToken = 256;

/** Finds out who calls, or refuses: before anything else about the request is judged. */
export function createAuthenticator(
  services: Pick<Services, 'identity' | 'sessionCookie'>,
  limiter: Limiter,
) {
  const { identity, sessionCookie } = services;

  const lookUp = async (token: string): Promise<{ session: Session; user: User }> => {
    if (token === '' || token.length > maxToken)
      throw unauthenticated('The session is not valid or has ended.');
    // Asked with the gateway's own token: there is no caller yet on whose behalf to ask.
    const { session, user } = await identity.authenticate({ sessionToken: token });
    if (session === undefined || user === undefined) throw internal('identity answered without a session');
    return { session, user };
  };

  const accept = async (credential: Credential): Promise<Exchange['caller']> => {
    if (credential.type === 'key') throw unauthenticated('The API key is not valid.');
    return { ...(await lookUp(credential.token)), carrier: credential.carrier };
  };

  return async (exchange: Exchange, operation: Operation): Promise<void> => {
    const credential = credentialIn(exchange.request.headers, sessionCookie);
    if (credential === undefined) throw unauthenticated('This operation needs a credential.');
    if (credential.type === 'key' && operation.credentials === 'session') {
      throw unauthenticated('This operation does not accept API keys, only sessions.');
    }
    await limiter.refuseGuessers(exchange);
    try {
      exchange.caller = await accept(credential);
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'unauthenticated') await limiter.guessed(exchange);
      throw thrown;
    }
  };
}
