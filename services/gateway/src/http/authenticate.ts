import type { ApiKeyCaller } from '@patchbay/access/caller';
import { Failure, unauthenticated } from '@patchbay/errors/failure';
import type { CurrentSession } from '../operation/caller.ts';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { type Credential, credentialIn } from './credential.ts';
import type { Exchange } from './exchange.ts';
import { createKeyLookup } from './key-lookup.ts';
import type { Limiter } from './limits.ts';
import { createSessionLookup } from './session-lookup.ts';

/** Characters; no token of ours is longer, and nothing longer is worth a lookup. */
const maxToken = 256;

const noSession = (): Failure => unauthenticated('The session is unknown or has ended.');

/** A class of credential that the operation does not accept; it is no guess, and not counted as one. */
function refuseLevel({ level }: ApiKeyCaller, { keyLevels }: Operation): void {
  if (keyLevels?.includes(level)) return;
  throw unauthenticated(`This operation does not accept API keys of level ${level}.`);
}

/** Finds out who calls, or refuses: before anything else about the request is judged. */
export function createAuthenticator(
  services: Pick<Services, 'identity' | 'apiKeys' | 'sessionCookie'>,
  limiter: Limiter,
) {
  const { identity, apiKeys, sessionCookie } = services;
  const authenticationOf = createSessionLookup(identity);
  const lookUpKey = createKeyLookup(apiKeys);

  const lookUpSession = async (
    token: string,
    carrier: CurrentSession['carrier'],
  ): Promise<CurrentSession> => {
    if (token === '' || token.length > maxToken) throw noSession();
    const { session, user } = await authenticationOf(token);
    if (session === undefined || user === undefined) throw noSession();
    return { record: session, user, carrier };
  };

  /** Looks a credential up, and counts one that is unknown against the address it came from. */
  const lookUp = async <Found>(exchange: Exchange, look: () => Promise<Found>): Promise<Found> => {
    await limiter.refuseGuessers(exchange);
    try {
      return await look();
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'unauthenticated') await limiter.guessed(exchange);
      throw thrown;
    }
  };

  const authenticateSession = async (
    exchange: Exchange,
    { token, carrier }: Extract<Credential, { type: 'session' }>,
  ): Promise<void> => {
    const session = await lookUp(exchange, () => lookUpSession(token, carrier));
    const { id: userId, email, name } = session.user;
    exchange.session = session;
    exchange.caller = { type: 'user', userId, sessionId: session.record.id, email, name };
  };

  const authenticateKey = async (exchange: Exchange, key: string, operation: Operation): Promise<void> => {
    if (operation.credentials === 'session') {
      throw unauthenticated('This operation does not accept API keys, only sessions.');
    }
    const { caller, access } = await lookUp(exchange, () => lookUpKey(exchange, key));
    refuseLevel(caller, operation);
    exchange.caller = caller;
    exchange.keyAccess = access;
  };

  return async (exchange: Exchange, operation: Operation): Promise<void> => {
    const credential = credentialIn(exchange.request.headers, sessionCookie);
    if (credential === undefined) throw unauthenticated('This operation needs a credential.');
    if (credential.type === 'key') await authenticateKey(exchange, credential.key, operation);
    else await authenticateSession(exchange, credential);
  };
}
