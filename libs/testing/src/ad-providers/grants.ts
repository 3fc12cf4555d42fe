import { createHash, randomBytes } from 'node:crypto';
import { UnexpectedRequest } from './expected.ts';
import type { SimulatedAnswer, SimulatedRequest } from './simulator.ts';

interface Code {
  readonly redirectUri: string;
  readonly challenge: string | undefined;
}

/** The codes, access tokens and refresh tokens that a simulated provider has issued. */
export interface Grants {
  /** The consent page: redirects as after the person has agreed, or declined if `x-decline` is sent. */
  consent(request: SimulatedRequest, parameters: ConsentParameters): SimulatedAnswer;
  /** Whether the code is valid: each works once, for its redirect URI and the verifier of its challenge. */
  takeCode(code: string, redirectUri: string | null, verifier: string | null): boolean;
  newAccessToken(): string;
  newRefreshToken(): string;
  isLive(accessToken: string): boolean;
  /** Whether the refresh token is the newest one: `rotate` ends it. */
  isRefreshToken(token: string): boolean;
  rotate(refreshToken: string): string;
  expireAccessTokens(): void;
  revoke(): void;
  isRevoked(): boolean;
  secrets(): readonly string[];
}

/** The state of a simulator that lets issued tokens work after a restart. */
export interface KeptGrants {
  readonly live: readonly string[];
  readonly refresh: readonly string[];
  readonly revoked: boolean;
}

/** Stores grants across restarts, by the prefix of their tokens. */
export interface GrantMemory {
  read(prefix: string): KeptGrants | undefined;
  write(prefix: string, grants: KeptGrants): void;
}

interface ConsentParameters {
  /** The callback parameter with the code. Default `code`. */
  readonly codeParameter?: string;
  /** The expected values other than `redirect_uri`, `state` and a PKCE challenge. */
  readonly query: Readonly<Record<string, string>>;
  readonly pkce: boolean;
}

const random = (prefix: string): string => `${prefix}${randomBytes(24).toString('base64url')}`;

/** `prefix` begins every token, so that tests recognize its owner. Without `memory` a restart forgets everything. */
export function createGrants(prefix: string, memory?: GrantMemory): Grants {
  const kept = memory?.read(prefix);
  const codes = new Map<string, Code>();
  const live = new Set(kept?.live);
  const refresh = new Set(kept?.refresh);
  const given: string[] = [];
  let revoked = kept?.revoked ?? false;
  const keep = (): void => memory?.write(prefix, { live: [...live], refresh: [...refresh], revoked });
  const give = (kind: string): string => {
    const token = random(`${prefix}-${kind}-`);
    given.push(token);
    return token;
  };
  return {
    consent({ query, headers }, { codeParameter = 'code', query: wanted, pkce }) {
      const redirectUri = query.get('redirect_uri');
      const state = query.get('state');
      const challenge = query.get('code_challenge') ?? undefined;
      const names = [...query.keys()].toSorted();
      const known = [
        ...Object.keys(wanted),
        'redirect_uri',
        'state',
        ...(pkce ? ['code_challenge', 'code_challenge_method'] : []),
      ].toSorted();
      if (names.join() !== known.join())
        throw new UnexpectedRequest(`the consent page got ${names.join()} instead of ${known.join()}`);
      for (const [name, value] of Object.entries(wanted))
        if (query.get(name) !== value) throw new UnexpectedRequest(`the consent page got another ${name}`);
      if (pkce && query.get('code_challenge_method') !== 'S256')
        throw new UnexpectedRequest('PKCE is not S256');
      if (redirectUri === null || state === null || state === '')
        throw new UnexpectedRequest('the consent page needs redirect_uri and state');
      const back = new URL(redirectUri);
      back.searchParams.set('state', state);
      if (headers['x-decline'] !== undefined) back.searchParams.set('error', 'access_denied');
      else {
        const code = give('code');
        codes.set(code, { redirectUri, challenge });
        back.searchParams.set(codeParameter, code);
      }
      return { status: 302, headers: { location: back.href } };
    },
    takeCode(code, redirectUri, verifier) {
      const found = codes.get(code);
      codes.delete(code);
      if (found === undefined || (redirectUri !== null && found.redirectUri !== redirectUri)) return false;
      if (found.challenge === undefined) return verifier === null;
      return (
        verifier !== null && createHash('sha256').update(verifier).digest('base64url') === found.challenge
      );
    },
    newAccessToken() {
      const token = give('access');
      live.add(token);
      revoked = false;
      keep();
      return token;
    },
    newRefreshToken() {
      const token = give('refresh');
      refresh.add(token);
      keep();
      return token;
    },
    isLive: (token) => live.has(token),
    isRefreshToken: (token) => refresh.has(token),
    rotate(token) {
      refresh.delete(token);
      const next = give('refresh');
      refresh.add(next);
      keep();
      return next;
    },
    expireAccessTokens() {
      live.clear();
      keep();
    },
    revoke() {
      live.clear();
      refresh.clear();
      revoked = true;
      keep();
    },
    isRevoked: () => revoked,
    secrets: () => given,
  };
}
