import type { Json } from '@patchbay/outgoing/json';
import { bearerAuthorization, isHeaderValue } from './call.ts';
import type { Authorization, Connection } from './connector.ts';
import { type Credentials, lifetimeOf, lifetimeSeconds, secretOf } from './credentials.ts';
import { ProviderFailure } from './failure.ts';
import { textAt } from './json-path.ts';

/**
 * The access token at a path of an answer. A missing token, or one that no header can carry, is a transient failure and is not
 * stored.
 */
export function tokenAt(answer: Json | undefined, ...path: readonly (string | number)[]): string {
  const token = textAt(answer, ...path);
  if (token === undefined)
    throw new ProviderFailure('unavailable', { code: 'no access token in the answer' });
  if (!isHeaderValue(token))
    throw new ProviderFailure('unavailable', { code: 'the access token cannot be sent in a header' });
  return token;
}

/** Authorizes by the access token alone (RFC 6750). */
export const byAccessToken = ({ credentials }: Pick<Connection, 'credentials'>): Authorization => ({
  headers: { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) },
});

const secondsAt = (answer: Json | undefined, name: string): number | undefined =>
  lifetimeSeconds(textAt(answer, name));

const after = (seconds: number, now: Date): Date => new Date(now.getTime() + seconds * 1000);

/**
 * The credentials of a token answer (RFC 6749, section 5.1). Values that it omits are kept from the earlier credentials: most
 * providers send the refresh token only once. Without a refresh token nothing is renewed ahead.
 */
export function tokensIn(answer: Json | undefined, now: Date, kept?: Credentials): Credentials {
  const accessToken = tokenAt(answer, 'access_token');
  const refreshToken = textAt(answer, 'refresh_token') ?? kept?.secrets['refreshToken'];
  const seconds = secondsAt(answer, 'expires_in');
  const lifetime = seconds === undefined ? undefined : lifetimeOf(seconds, now);
  const refreshSeconds = secondsAt(answer, 'refresh_token_expires_in');
  return {
    secrets: { ...kept?.secrets, accessToken, ...(refreshToken !== undefined && { refreshToken }) },
    expiresAt: lifetime?.expiresAt ?? null,
    renewAt: refreshToken === undefined ? null : (lifetime?.renewAt ?? null),
    endsAt: refreshSeconds === undefined ? (kept?.endsAt ?? null) : after(refreshSeconds, now),
  };
}

/** The granted scopes; undefined if the answer does not name them. */
export const grantedScopes = (answer: Json | undefined): ReadonlySet<string> | undefined => {
  const scope = textAt(answer, 'scope');
  return scope === undefined ? undefined : new Set(scope.split(/[ ,]+/));
};
