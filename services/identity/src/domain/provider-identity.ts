import { emailAddress } from '@patchbay/text/email-address';
import { displayName } from '@patchbay/text/rules';

/** As the API names them. */
export const providerNames = ['google', 'microsoft'] as const;
export type ProviderName = (typeof providerNames)[number];

export const isProviderName = (text: string): text is ProviderName =>
  (providerNames as readonly string[]).includes(text);

/** The claims of an ID token whose signature, issuer, audience and times were verified. */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly [name: string]: unknown;
}

/** A person at a provider. Issuer and subject identify the person; address and name may differ at every sign-in. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null where the provider did not verify it, or where it is no valid address. */
  readonly email: string | null;
  /** Null where the token has no name that can be made a valid display name. */
  readonly name: string | null;
  /** The https address of a picture of the person; null where the token has none that is short enough. */
  readonly image: string | null;
}

/**
 * Whether the claims say that the provider verified the address. Anybody can make a Google account with an address of another
 * domain, and keeps it when the mailbox is gone; `hd` says that the domain itself runs the account. An administrator of a Microsoft
 * tenant can set `email` to any address; `xms_edov` says that the owner of the address's domain was verified.
 */
const isEmailVerified: Record<ProviderName, (claims: Claims, domain: string) => boolean> = {
  google: ({ email_verified: verified, hd }, domain) =>
    verified === true && (domain === 'gmail.com' || (typeof hd === 'string' && hd.toLowerCase() === domain)),
  microsoft: ({ xms_edov: domainOwnerVerified, email_verified: verified }) =>
    [true, 1, '1'].includes(domainOwnerVerified as never) || verified === true,
};

/** Null where the provider does not vouch for the address, or where it breaks the API's rules for addresses. */
function emailOf(provider: ProviderName, claims: Claims): string | null {
  if (typeof claims['email'] !== 'string') return null;
  const email = emailAddress.normalize(claims['email']);
  if (emailAddress.problemsOf(email).length > 0) return null;
  return isEmailVerified[provider](claims, email.slice(email.indexOf('@') + 1)) ? email : null;
}

const nameOf = ({ name }: Claims): string | null =>
  typeof name === 'string' ? (displayName.fit(name) ?? null) : null;

/** Characters of an address, normalized. */
const maxImage = 2_048;

function imageOf({ picture }: Claims): string | null {
  const url = typeof picture === 'string' ? URL.parse(picture) : null;
  const isShown = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isShown && url.href.length <= maxImage ? url.href : null;
}

export const identityOf = (provider: ProviderName, claims: Claims): ProviderIdentity => ({
  issuer: claims.iss,
  subject: claims.sub,
  email: emailOf(provider, claims),
  name: nameOf(claims),
  image: imageOf(claims),
});
