/** A sign-in link as it is stored: one per address. Of the token only a digest is stored, which is not part of this. */
export interface SignInLink {
  readonly email: string;
  /** The display name for a new user, from the sign-up; null where there is none. */
  readonly name: string | null;
  readonly callbackUrl: string;
  readonly expiresAt: Date;
}

export const linkMinutes = 15;

export const issueLink = (link: Omit<SignInLink, 'expiresAt'>, now: Date): SignInLink => ({
  ...link,
  expiresAt: new Date(now.getTime() + linkMinutes * 60_000),
});

/** Leads to a page of the Portal whose button spends the token: a mail scanner that fetches the URL does not spend it. */
export const linkUrl = (portalUrl: string, token: string): string =>
  `${portalUrl}/sign-in/verify?token=${token}`;
