import type { KeyObject } from 'node:crypto';
import { Code, ConnectError } from '@connectrpc/connect';
import { isServiceName, type ServiceName } from '@patchbay/platform/services';
import { errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import type { CallerContext, VerifiedCall } from './caller.ts';
import type { PublicKeys } from './caller-keys.ts';
import { TokenMemory } from './token-memory.ts';

export {
  type CallerKeys,
  createCallerKeys,
  formatPrivateKey,
  formatPublicKeys,
  type PublicKeys,
  parsePrivateKey,
  parsePublicKeys,
} from './caller-keys.ts';

/** Seconds. Long enough for the slowest call, too short to be worth stealing. */
const lifetimeSeconds = 60;
/** Milliseconds for which a token is handed out again: it still arrives with half its life left. */
const reuseMs = 30_000;
/** Seconds by which the clocks of two machines may differ. */
const clockToleranceSeconds = 5;
/** Two per instance of each calling service are alive at any time; a quarter of a kilobyte each. */
const rememberedSystemTokens = 1_024;
/** A context's token comes back when one request needs several calls; about a kilobyte each. */
const rememberedContextTokens = 1_024;

/**
 * By jose, which signs and checks on libuv's threads: about 90 and 175 µs of CPU, of which 30 each are the main thread's.
 * Ed25519 of `node:crypto` called synchronously takes 55 and 150, all of them on the main thread; through its callbacks 20 µs
 * less than jose. Neither is worth a check of tokens of our own.
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
   * A token for one audience, good for 60 seconds. With a context it speaks for the caller behind a request, and the same
   * context object gets the same token again; without one it is the service's own, shared by all calls of 30 seconds.
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
  const header = { alg: algorithm, kid: service };
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
   * Checks the bearer of a call and, where one service speaks for a caller of another, the caller's own token. Rejects
   * with Unauthenticated and none of our details: whoever sent such a token is at fault, not the person behind it.
   */
  verify(token: string, onBehalfOf?: string): Promise<VerifiedCall>;
}

export interface TokenVerifierOptions {
  /** The audience: the service that checks. */
  readonly service: ServiceName;
  readonly publicKeys: PublicKeys;
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
    [...publicKeys].map(([name, key]) => [name, key.toCryptoKey({ name: 'Ed25519' }, true, ['verify'])]),
  );
  const systemTokens = new TokenMemory<VerifiedToken>(rememberedSystemTokens);
  const contextTokens = new TokenMemory<VerifiedToken>(rememberedContextTokens);

  const keyOf: JWTVerifyGetKey = ({ kid }) => {
    const key = isServiceName(kid) ? keys.get(kid) : undefined;
    if (key === undefined) throw refused('unknown issuer');
    return key;
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
    if (!isServiceName(iss) || iss !== protectedHeader.kid) throw refused('issuer and key differ');
    // Only the edge has seen a credential: no other service can say who is calling.
    if (context !== undefined && iss !== 'gateway') throw refused(`${iss} cannot speak for a caller`);
    const verified: VerifiedToken = { audience, issuer: iss, context };
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
      // The caller's token was minted for the service that calls now: nobody else can pass it on.
      const { context } = await verified(onBehalfOf, bearer.issuer);
      if (context === undefined) throw refused('on behalf of nobody');
      return { ...context, calledBy: bearer.issuer };
    },
  };
}
