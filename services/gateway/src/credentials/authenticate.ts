import type { ApiKeyCaller, KeyLevel } from '@patchbay/access/caller';
import { accessFromProto, apiKeyCallerFromProto } from '@patchbay/access/proto';
import type { AuthenticateApiKeyResponse } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { Failure, unauthenticated } from '@patchbay/errors/failure';
import { isWellFormedApiKey, prefixOf } from '@patchbay/tokens/api-key';
import type { Limiter } from '../limits/limiter.ts';
import { methodOf } from '../present/session.ts';
import { dateOf } from '../present/time.ts';
import type { Exchange } from '../request/exchange.ts';
import type { CurrentSession, Identified, Received } from '../request/stages.ts';
import { slugInAddress } from '../schemas/text.ts';
import type { Services } from '../services.ts';
import { type Credentials, credentialIn } from './credential.ts';
import { createSessionLookup, createSharedLookup } from './lookups.ts';

/** The part of an operation that says who may call it. */
export interface AcceptedCredentials {
  readonly credentials: Credentials;
  readonly keyLevels?: readonly KeyLevel[];
  readonly workspaceInQuery?: true;
}

/** Characters. Session tokens are shorter; a longer text is refused without a lookup. */
const maxToken = 256;

/** None of these contains a space. */
interface KeyToLookUp {
  readonly key: string;
  readonly organizationSlug: string;
  readonly workspaceSlug: string;
  /** Whether a slug that names no workspace leaves the access to the organization. */
  readonly workspaceOptional: boolean;
}

const noSession = (): Failure => unauthenticated('The session is unknown or has ended.', 'session_unknown');

/** Empty where there is no valid slug: validation refuses an invalid one later, so it is not looked up. */
const slugOf = (slug: unknown): string => slugInAddress.safeParse(slug).data ?? '';

/** Accepts a key that works, if the operation takes keys of its level: a 401 otherwise, which is no failed credential. */
export function acceptKey(
  exchange: Exchange,
  authentication: AuthenticateApiKeyResponse,
  { keyLevels }: Pick<AcceptedCredentials, 'keyLevels'>,
): ApiKeyCaller {
  const { rotatedAt, expiresAt } = authentication;
  // A rotated key in its grace window: when it was rotated and when it stops working (RFC 9745, RFC 8594).
  if (rotatedAt !== undefined) {
    exchange.response.setHeader('deprecation', `@${rotatedAt.seconds}`);
    exchange.response.setHeader('sunset', dateOf(expiresAt).toUTCString());
  }
  const caller = apiKeyCallerFromProto(authentication);
  exchange.known = { caller };
  if (!keyLevels?.includes(caller.level))
    throw unauthenticated(
      `This operation does not accept API keys of level ${caller.level}.`,
      'key_level_not_accepted',
    );
  return caller;
}

/**
 * Finds the caller of a request by its credential, or throws a 401. Nothing is cached: a session or key that was revoked is refused
 * on the next request.
 */
export function createAuthenticate(
  {
    identity,
    apiKeys,
    sessionCookie,
  }: Pick<Services, 'identity' | 'sessionCookie'> & {
    readonly apiKeys: Pick<Services['apiKeys'], 'authenticateApiKey'>;
  },
  limiter: Limiter,
) {
  const lookUpSession = createSessionLookup(identity);
  const lookUpKey = createSharedLookup({
    name: 'key',
    keyOf: (asked: KeyToLookUp) =>
      `${asked.key} ${asked.organizationSlug} ${asked.workspaceSlug} ${asked.workspaceOptional}`,
    // Without `callOptions`, hence with the gateway's own token: the caller is not known yet.
    ask: (asked) => apiKeys.authenticateApiKey(asked),
  });

  /** Looks a credential up; a failed one is counted for the client address. */
  const counted = async <Found>(exchange: Exchange, lookUp: () => Promise<Found>): Promise<Found> => {
    await limiter.refuseAfterFailures(exchange);
    try {
      return await lookUp();
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.code === 'unauthenticated')
        await limiter.countFailureOrRefuse(exchange);
      throw thrown;
    }
  };

  const authenticateSession = async (
    received: Received,
    token: string,
    carrier: CurrentSession['carrier'],
  ): Promise<Identified> => {
    const { exchange } = received;
    const { session, user } = await counted(exchange, async () => {
      if (token === '' || token.length > maxToken) throw noSession();
      const { session: record, user: owner } = await lookUpSession(token);
      if (record === undefined || owner === undefined) throw noSession();
      return { session: record, user: owner };
    });
    const { id: userId, email, name } = user;
    const caller = {
      type: 'user',
      userId,
      sessionId: session.id,
      method: methodOf(session),
      email,
      name,
    } as const;
    exchange.known = { caller };
    return { ...received, caller, session: { record: session, user, carrier }, keyAccess: undefined };
  };

  const authenticateKey = async (
    received: Received,
    key: string,
    operation: AcceptedCredentials,
  ): Promise<Identified> => {
    const { credentials, workspaceInQuery } = operation;
    if (credentials === 'session') {
      throw unauthenticated('This operation does not accept API keys, only sessions.', 'key_not_accepted');
    }
    const { exchange, params } = received;
    const { search } = exchange;
    const workspaceSlug = workspaceInQuery
      ? new URLSearchParams(search).get('workspaceSlug')
      : params['workspaceSlug'];
    // One call authenticates the key and resolves its access to the organization and the workspace.
    const authentication = await counted(exchange, async () => {
      if (!isWellFormedApiKey(key)) throw unauthenticated('The API key is not valid.', 'key_malformed');
      exchange.known = { keyPrefix: prefixOf(key) };
      return lookUpKey({
        key,
        organizationSlug: slugOf(params['orgSlug']),
        workspaceSlug: slugOf(workspaceSlug),
        workspaceOptional: workspaceInQuery === true,
      });
    });
    const caller = acceptKey(exchange, authentication, operation);
    const keyAccess = authentication.access && accessFromProto(authentication.access);
    return { ...received, caller, session: undefined, keyAccess };
  };

  return async (received: Received, operation: AcceptedCredentials): Promise<Identified> => {
    const credential = credentialIn(received.exchange.request.headers, sessionCookie);
    if (credential === undefined)
      throw unauthenticated('This operation needs a credential.', 'credential_missing');
    return credential.type === 'key'
      ? authenticateKey(received, credential.key, operation)
      : authenticateSession(received, credential.token, credential.carrier);
  };
}
