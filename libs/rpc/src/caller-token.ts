import { createPublicKey, type KeyObject } from 'node:crypto';
import { Code, ConnectError } from '@connectrpc/connect';
import type { ServiceName } from '@patchbay/platform/services';
import type { ServicePublicKeys } from '@patchbay/tokens/service-keys';
import { errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import type { CallerContext, VerifiedCall } from './caller.ts';
import { keyIdOf } from './key-id.ts';
import { TokenCache } from './token-cache.ts';

/**
 * Seconds: a token is reused for 30, and the call it is sent with may take 30 more. Short, so that a stolen token soon
 * expires.
 */
const lifetimeSeconds = 60;
/** Milliseconds for which a minted token is reused; after that it is still valid for 30 seconds. */
const reuseMs = 30_000;
/** Seconds by which the clocks of two machines may differ. */
const clockToleranceSeconds = 5;
/** Entries of about 250 bytes. Each instance of a calling service has at most two valid tokens at any time. */
const maxSystemTokens = 1_024;
/** Entries of about 1 KB; one saves a verification when a request needs several calls to this service. */
const maxContextTokens = 1_024;

/**
 * jose signs and verifies on libuv's thread pool: about 90 and 175 µs of CPU, of which 30 µs each on the main thread.
 * Synchronous Ed25519 of `node:crypto` takes 55 and 150 µs, all on the main thread; with callbacks it takes 20 µs less than
 * jose. Neither saving justifies parsing and checking JWTs in our own code.
 */
const algorithm = 'EdDSA';
const systemContext: CallerContext = {
  caller: { type: 'system' },
  requestId: '',
  ipAddress: null,
  userAgent: null,
};

export interface TokenMinter {
  /**
   * A token for one audience, valid for 60 seconds. With a context it names the caller behind a request, and the same
   * context object gets the same token for 30 seconds. Without one it is the service's own token, shared by all its calls
   * for 30 seconds.
   */
  mint(audience: ServiceName, context?: CallerContext): Promise<string>;
}

export interface TokenMinterOptions {
  readonly service: ServiceName;
  readonly privateKey: KeyObject;
  /** Milliseconds since the epoch; the system's clock by default. */
  readonly now?: () => number;
}

type Minted = Map<ServiceName, { readonly token: Promise<string>; readonly until: number }>;

export function createTokenMinter({ service, privateKey, now = Date.now }: TokenMinterOptions): TokenMinter {
  const key = privateKey.toCryptoKey({ name: 'Ed25519' }, false, ['sign']);
  const header = { alg: algorithm, kid: keyIdOf(service, createPublicKey(privateKey)) };
  const system: Minted = new Map();
  const byContext = new WeakMap<CallerContext, Minted>();

  const mintedFor = (context: CallerContext | undefined): Minted => {
    if (context === undefined) return system;
    let minted = byContext.get(context);
    if (minted === undefined) {
      minted = new Map();
      byContext.set(context, minted);
    }
    return minted;
  };

  const sign = (audience: ServiceName, claims?: { context: CallerContext }): Promise<string> => {
    const issuedAt = Math.floor(now() / 1000);
    return new SignJWT({
      ...claims,
      iss: service,
      aud: audience,
      iat: issuedAt,
      exp: issuedAt + lifetimeSeconds,
    })
      .setProtectedHeader(header)
      .sign(key);
  };

  return {
    mint(audience, context) {
      const minted = mintedFor(context);
      const known = minted.get(audience);
      if (known !== undefined && known.until > now()) return known.token;
      const token = sign(audience, context && { context });
      minted.set(audience, { token, until: now() + reuseMs });
      return token;
    },
  };
}

export interface TokenVerifier {
  /**
   * Verifies the bearer token of a call and, if a service passes on a caller, the caller's token (`onBehalfOf`). Rejects
   * with Unauthenticated and without a `Failure` detail: the calling service is at fault, so the API's client gets a 500 and
   * not a 401.
   */
  verify(token: string, onBehalfOf?: string): Promise<VerifiedCall>;
}

export interface TokenVerifierOptions {
  /** The verifying service: the audience that tokens must name. */
  readonly service: ServiceName;
  /** Of every service that may call. */
  readonly publicKeys: ServicePublicKeys;
  /** Milliseconds since the epoch; the system's clock by default. */
  readonly now?: () => number;
}

interface VerifiedToken {
  readonly audience: ServiceName;
  readonly issuer: ServiceName;
  readonly context: CallerContext | undefined;
}

export const refused = (reason: string, cause?: unknown): ConnectError =>
  new ConnectError(`caller token refused: ${reason}`, Code.Unauthenticated, undefined, undefined, cause);

export function createTokenVerifier({
  service,
  publicKeys,
  now = Date.now,
}: TokenVerifierOptions): TokenVerifier {
  const keys = new Map(
    [...publicKeys].flatMap(([issuer, all]) =>
      all.map((key) => [
        keyIdOf(issuer, key),
        { issuer, key: key.toCryptoKey({ name: 'Ed25519' }, true, ['verify']) },
      ]),
    ),
  );
  const systemTokens = new TokenCache<VerifiedToken>(maxSystemTokens);
  const contextTokens = new TokenCache<VerifiedToken>(maxContextTokens);

  const keyOf: JWTVerifyGetKey = ({ kid }) => {
    const known = kid === undefined ? undefined : keys.get(kid);
    if (known === undefined) throw refused('unknown key');
    return known.key;
  };

  const check = async (token: string, audience: ServiceName): Promise<VerifiedToken> => {
    const { payload, protectedHeader } = await jwtVerify<{ context?: CallerContext }>(token, keyOf, {
      algorithms: [algorithm],
      audience,
      requiredClaims: ['iss', 'iat', 'exp'],
      maxTokenAge: lifetimeSeconds,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now()),
    });
    const { iss, exp = 0, context } = payload;
    const signer = keys.get(protectedHeader.kid ?? '')?.issuer;
    if (signer === undefined || iss !== signer) throw refused('issuer and key differ');
    // Only the gateway authenticates credentials, so only its tokens may name a caller.
    if (context !== undefined && signer !== 'gateway') throw refused(`${signer} cannot speak for a caller`);
    const verified: VerifiedToken = { audience, issuer: signer, context };
    (context === undefined ? systemTokens : contextTokens).set(token, verified, exp * 1000);
    return verified;
  };

  const verified = async (token: string, audience: ServiceName): Promise<VerifiedToken> => {
    const known = systemTokens.get(token, now()) ?? contextTokens.get(token, now());
    if (known?.audience === audience) return known;
    try {
      return await check(token, audience);
    } catch (error) {
      if (error instanceof ConnectError) throw error;
      throw refused(error instanceof errors.JOSEError ? error.code : 'malformed', error);
    }
  };

  return {
    async verify(token, onBehalfOf) {
      const bearer = await verified(token, service);
      if (onBehalfOf === undefined) {
        return { ...(bearer.context ?? systemContext), calledBy: bearer.issuer };
      }
      if (bearer.context !== undefined) throw refused('two callers at once');
      // The audience of the caller's token must be the service that calls now, so that no other service can pass it on.
      const { context } = await verified(onBehalfOf, bearer.issuer);
      if (context === undefined) throw refused('on behalf of nobody');
      return { ...context, calledBy: bearer.issuer };
    },
  };
}
