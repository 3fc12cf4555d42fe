import { emailAddress } from '@patchbay/text/email-address';
import { displayName } from '@patchbay/text/rules';

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

/** Null where the claim is no address that the API accepts elsewhere. */
function emailOf({ email: claim }: Claims): string | null {
  if (typeof claim !== 'string') return null;
  const email = emailAddress.normalize(claim);
  return emailAddress.problemsOf(email).length === 0 ? email : null;
}

const nameOf = ({ name }: Claims): string | null =>
  typeof name === 'string' ? (displayName.fit(name) ?? null) : null;

export const identityOf = (provider: ProviderName, claims: Claims): ProviderIdentity => ({
  issuer: claims.iss,
  subject: claims.sub,
  email: vouchesFor[provider](claims) ? emailOf(claims) : null,
  name: nameOf(claims),
});
