import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Code, ConnectError } from '@connectrpc/connect';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { type PairKeys, pairKeyIdOf } from '@patchbay/tokens/pair-keys';
import type { CallerContext, VerifiedCall } from './caller.ts';

/**
 * A caller token has the form `service:keyId.issuedAt.context.mac`: who calls and with which key, milliseconds since the epoch,
 * base64url of the JSON of a `CallerContext` (empty: the service calls on its own behalf), and base64url of an HMAC-SHA-256 by the
 * key that the calling and the called service share. The MAC also covers what the token does not carry: who is called, and either
 * the method and the other tokens in the headers of the call, or the service that may pass this token on.
 *
 * A MAC instead of a signature: only the two ends of a call know its key, so the only other process that could forge a token is the
 * one that it is meant for. `docs/security.md` says what each stolen key gives.
 *
 * Keys are `KeyObject`s: `createHmac` takes 3 µs with one, and 20 µs with the bytes of the key.
 */

/** Milliseconds: a token is made for one call, which may have waited for a connection. Short, so that a stolen one soon expires. */
const lifetimeMs = 60_000;
/** Milliseconds by which the clocks of two machines may differ. */
const clockToleranceMs = 5_000;

const systemContext: CallerContext = {
  caller: { type: 'system' },
  requestId: '',
  ipAddress: null,
  userAgent: null,
};

/** Tokens of `mintFor` in the headers of a call of the gateway, by the service that each can be passed on to. */
export type PassOnTokens = ReadonlyMap<ServiceName, string>;
export const nothingToPassOn: PassOnTokens = new Map();

/** What a token is good for. No value has a line end, so that two purposes never have the same text. */
function toCall(method: string, onBehalfOf = '', passOn = nothingToPassOn): string {
  let purpose = `call\n${method}\n${onBehalfOf}`;
  for (const [audience, token] of passOn) purpose += `\n${audience} ${token}`;
  return purpose;
}
const toPassOn = (via: ServiceName): string => `pass on\n${via}\n`;

interface Statement {
  readonly issuer: ServiceName;
  readonly audience: ServiceName;
  /** `toCall` or `toPassOn`. */
  readonly purpose: string;
  readonly issuedAt: string;
  readonly context: string;
}

/** The MAC of a statement in base64url: 43 characters. */
function macOf(key: KeyObject, { issuer, audience, purpose, issuedAt, context }: Statement): string {
  const text = `patchbay caller\n${issuer}\n${audience}\n${purpose}\n${issuedAt}\n${context}`;
  return createHmac('sha256', key).update(text).digest('base64url');
}

/**
 * Compares the texts of two MACs in a time that does not depend on where they differ. The texts and not the bytes, because decoding
 * ignores characters that are not base64url and the unused bits of the last one: other texts would pass as the same MAC.
 */
function isMac(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The key of a caller from a gateway that knows no lines is a line of its own. */
function withLine(context: CallerContext): CallerContext {
  const { caller } = context;
  if (caller.type !== 'api_key') return context;
  return { ...context, caller: { ...caller, lineId: caller.lineId ?? caller.keyId } };
}

const decode = (text: string): CallerContext =>
  withLine(JSON.parse(Buffer.from(text, 'base64url').toString()) as CallerContext);

const encode = (context: CallerContext): string => Buffer.from(JSON.stringify(context)).toString('base64url');

export interface TokenMinter {
  /**
   * A token for one call of a method. With `context` it names the caller behind a request, which only the gateway may do. With
   * `onBehalfOf`, a token of `mintFor` that the service passes on, it is valid together with that one only. With neither the
   * service calls on its own behalf. It is valid only together with all of `passOn`.
   */
  mint(
    audience: ServiceName,
    method: string,
    context?: CallerContext,
    onBehalfOf?: string,
    passOn?: PassOnTokens,
  ): string;
  /** A token that names the caller behind a request. Only `via` can pass it on, and only to `audience`. */
  mintFor(via: ServiceName, audience: ServiceName, context: CallerContext): string;
}

export interface TokenMinterOptions {
  readonly service: ServiceName;
  /** With each called service; the first one of each is used. */
  readonly keys: PairKeys;
  readonly clock?: Pick<Clock, 'now'>;
}

export function createTokenMinter({ service, keys, clock = systemClock }: TokenMinterOptions): TokenMinter {
  const firstKeys = new Map(
    [...keys].flatMap(([audience, [key]]) =>
      key === undefined ? [] : [[audience, { key, id: `${service}:${pairKeyIdOf(key)}` }]],
    ),
  );
  const mint = (audience: ServiceName, purpose: string, caller: CallerContext | undefined): string => {
    const pair = firstKeys.get(audience);
    if (pair === undefined) throw internal(`${service} shares no key with ${audience}`);
    const context = caller === undefined ? '' : encode(caller);
    const issuedAt = String(clock.now().getTime());
    const mac = macOf(pair.key, { issuer: service, audience, purpose, issuedAt, context });
    return `${pair.id}.${issuedAt}.${context}.${mac}`;
  };
  return {
    mint: (audience, method, context, onBehalfOf, passOn) =>
      mint(audience, toCall(method, onBehalfOf, passOn), context),
    mintFor: (via, audience, context) => mint(audience, toPassOn(via), context),
  };
}

export interface TokenVerifier {
  /**
   * Verifies the token of a call and, if a service passes on a caller, the caller's token (`onBehalfOf`). Of `passOn` it verifies
   * that the token was made together with exactly these: their own MACs are by keys that this service does not have. Throws
   * Unauthenticated without a `Failure` detail: the calling service is at fault, so the API's client gets a 500 and not a 401.
   */
  verify(method: string, token: string, onBehalfOf?: string, passOn?: PassOnTokens): VerifiedCall;
}

export interface TokenVerifierOptions {
  /** The verifying service: the audience that tokens must be for. */
  readonly service: ServiceName;
  /** With every service that may call. */
  readonly keys: PairKeys;
  readonly clock?: Pick<Clock, 'now'>;
}

interface VerifiedToken {
  readonly issuer: ServiceName;
  readonly context: CallerContext | undefined;
}

export const refused = (reason: string): ConnectError =>
  new ConnectError(`caller token refused: ${reason}`, Code.Unauthenticated);

export function createTokenVerifier({
  service,
  keys,
  clock = systemClock,
}: TokenVerifierOptions): TokenVerifier {
  const byId = new Map<string, { readonly issuer: ServiceName; readonly key: KeyObject }>();
  for (const [issuer, all] of keys) {
    for (const key of all) byId.set(`${issuer}:${pairKeyIdOf(key)}`, { issuer, key });
  }

  const check = (token: string, purpose: string): VerifiedToken => {
    // One part more than a token has, so that a longer text is noticed and not split any further.
    const parts = token.split('.', 5);
    const [id = '', issuedAt = '', context = '', mac = ''] = parts;
    if (parts.length !== 4) throw refused('malformed');
    const pair = byId.get(id);
    if (pair === undefined) throw refused('unknown key');
    const { issuer, key } = pair;
    if (!isMac(mac, macOf(key, { issuer, audience: service, purpose, issuedAt, context })))
      throw refused('wrong MAC');
    const age = clock.now().getTime() - Number(issuedAt);
    // Not `age > …`: this also refuses an `issuedAt` that is no number.
    if (!(age <= lifetimeMs + clockToleranceMs)) throw refused('expired');
    if (age < -clockToleranceMs) throw refused('issued in the future: the clocks differ');
    if (context === '') return { issuer, context: undefined };
    // Only the gateway authenticates credentials, so only its tokens may name a caller.
    if (issuer !== 'gateway') throw refused(`${issuer} cannot speak for a caller`);
    // Not checked against a schema: the MAC proves that the code of `mint` in our own gateway wrote it.
    return { issuer, context: decode(context) };
  };

  return {
    verify(method, token, onBehalfOf, passOn) {
      const { issuer, context } = check(token, toCall(method, onBehalfOf, passOn));
      if (onBehalfOf === undefined) return { ...(context ?? systemContext), calledBy: issuer };
      if (context !== undefined) throw refused('two callers at once');
      const passedOn = check(onBehalfOf, toPassOn(issuer));
      if (passedOn.context === undefined) throw refused('on behalf of nobody');
      return { ...passedOn.context, calledBy: issuer };
    },
  };
}
