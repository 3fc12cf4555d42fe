import { displayName } from './user.ts';

/** The sign-in providers, in the words of the API. */
export const providerNames = ['google', 'microsoft'] as const;
export type ProviderName = (typeof providerNames)[number];

export const isProviderName = (text: string): text is ProviderName =>
  (providerNames as readonly string[]).includes(text);

/** What a checked ID token says of a person. */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly [name: string]: unknown;
}

/** A person as the provider knows them. Issuer and subject are who they are; the rest may change from day to day. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null where the provider does not vouch for it. */
  readonly email: string | null;
  /** Null where the provider has none that could be a display name. */
  readonly name: string | null;
}

/**
 * By what a provider vouches for the address in its token. Microsoft's bare `email` is whatever the owner of a tenant wrote
 * there; `xms_edov` says that the domain's owner has been verified.
 */
const vouchesFor: Record<ProviderName, (claims: Claims) => boolean> = {
  google: ({ email_verified: verified }) => verified === true,
  microsoft: ({ xms_edov: domainOwnerVerified, email_verified: verified }) =>
    [true, 1, '1'].includes(domainOwnerVerified as never) || verified === true,
};

const maxEmailLength = 254;

function emailOf({ email }: Claims): string | null {
  if (typeof email !== 'string' || email.length > maxEmailLength || !email.isWellFormed()) return null;
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) ? email.toLowerCase() : null;
}

/** The claim as a display name: control characters and halves of characters replaced, cut to the bound rather than refused. */
function nameOf({ name }: Claims): string | null {
  if (typeof name !== 'string') return null;
  const cleaned = Array.from(
    name
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
  )
    .slice(0, 255)
    .join('')
    .trim();
  return cleaned === '' ? null : displayName(cleaned);
}

export const identityOf = (provider: ProviderName, claims: Claims): ProviderIdentity => ({
  issuer: claims.iss,
  subject: claims.sub,
  email: vouchesFor[provider](claims) ? emailOf(claims) : null,
  name: nameOf(claims),
});
