import type { Credentials } from '../../connector/credentials.ts';

/** Both ends are given in whole seconds, counted from the time of the answer. */
const toleranceMs = 60_000;

const earliest = (...dates: readonly (Date | null)[]): Date | null =>
  dates.reduce(
    (earlier, date) => (earlier === null || (date !== null && date < earlier) ? date : earlier),
    null,
  );

/**
 * When an authorization ends. A refresh token ends a year after the consent and is not extended by its use, and the last access
 * tokens are cut to the same date: renewing one of them gains nothing. An app that is not approved for refresh tokens has
 * nothing to renew with: the authorization ends with its access token.
 */
export function withEnd(credentials: Credentials, earlier?: Credentials): Credentials {
  const { secrets, expiresAt } = credentials;
  if (secrets['refreshToken'] === undefined) return { ...credentials, renewAt: null, endsAt: expiresAt };
  const endsAt = earliest(credentials.endsAt, earlier?.endsAt ?? null);
  const isLast =
    endsAt !== null && expiresAt !== null && expiresAt.getTime() >= endsAt.getTime() - toleranceMs;
  return { ...credentials, endsAt, renewAt: isLast ? null : credentials.renewAt };
}
