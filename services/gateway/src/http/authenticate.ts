import type { ApiKeyCaller } from '@patchbay/access/caller';
import { accessFromProto, apiKeyCallerFromProto } from '@patchbay/access/proto';
import { Failure, unauthenticated } from '@patchbay/errors/failure';
import type { CurrentSession } from '../operation/caller.ts';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { type Credential, credentialIn } from './credential.ts';
import type { Exchange } from './exchange.ts';
import { createKeyLookup, setRetirementHeaders } from './key-lookup.ts';
import type { Limiter } from './limits.ts';
import { createSessionLookup } from './session-lookup.ts';

/** Characters. Session tokens are shorter; a longer text is refused without a lookup. */
const maxToken = 256;

const noSession = (): Failure => unauthenticated('The session is unknown or has ended.', 'session_unknown');

/** Refuses a valid key whose level the operation does not accept; not counted as a failed credential. */
function refuseLevel({ level }: ApiKeyCaller, { keyLevels }: Operation): void {
  if (keyLevels?.includes(level)) return;
  throw unauthenticated(
    `This operation does not accept API keys of level ${level}.`,
    'key_level_not_accepted',
  );
}

/** Sets the caller of an exchange from its credential, or throws a 401; runs before validation and access. */
export type Authenticate = (exchange: Exchange, operation: Operation) => Promise<void>;

export function createAuthenticator(
  services: Pick<Services, 'identity' | 'apiKeys' | 'sessionCookie'>,
  limiter: Limiter,
): Authenticate {
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

  /** Looks a credential up; an unknown one is counted for the client address. */
  const lookUp = async <Found>(exchange: Exchange, look: () => Promise<Found>): Promise<Found> => {
    await limiter.refuseAfterFailures(exchange);
    try {
      return await look();
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'unauthenticated')
        await limiter.countFailureOrRefuse(exchange);
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
      throw unauthenticated('This operation does not accept API keys, only sessions.', 'key_not_accepted');
    }
    const authentication = await lookUp(exchange, () => lookUpKey(exchange, key));
    setRetirementHeaders(exchange, authentication);
    const caller = apiKeyCallerFromProto(authentication);
    exchange.caller = caller;
    exchange.keyAccess = authentication.access && accessFromProto(authentication.access);
    refuseLevel(caller, operation);
  };

  return async (exchange, operation) => {
    const credential = credentialIn(exchange.request.headers, sessionCookie);
    if (credential === undefined)
      throw unauthenticated('This operation needs a credential.', 'credential_missing');
    if (credential.type === 'key') await authenticateKey(exchange, credential.key, operation);
    else await authenticateSession(exchange, credential);
  };
}
