/** The live link of an address, as it is kept: without its token. */
export interface SignInLink {
  readonly email: string;
  /** The display name of a sign-up, for an address without an account. */
  readonly name: string | null;
  readonly callbackUrl: string;
  readonly expiresAt: Date;
}

export const linkMinutes = 15;

export const issueLink = (link: Omit<SignInLink, 'expiresAt'>, now: Date): SignInLink => ({
  ...link,
  expiresAt: new Date(now.getTime() + linkMinutes * 60_000),
});

/** Opens the Portal's page, whose button spends the token: a mail scanner that follows the link spends nothing. */
export const linkUrl = (portalUrl: string, token: string): string =>
  `${portalUrl}/sign-in/verify?token=${token}`;
