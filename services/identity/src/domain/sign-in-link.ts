import { type ConfirmedAction, isConfirmedAction } from '@patchbay/platform/confirmed-actions';
import { lifetimes } from '@patchbay/platform/lifetimes';

/**
 * A mailed link as it is stored: one of a sign-in and one of a sign-up per address. Of the token only a digest is stored, which is
 * not part of this.
 */
export interface SignInLink {
  readonly email: string;
  /** The sign-up that the link was mailed for; null where it is the link of a sign-in. */
  readonly signUpId: string | null;
  readonly callbackUrl: string;
  readonly expiresAt: Date;
}

export const issueLink = (link: Omit<SignInLink, 'expiresAt'>, now: Date): SignInLink => ({
  ...link,
  expiresAt: new Date(now.getTime() + lifetimes.signInLinkMinutes * 60_000),
});

/** Leads to a page of the Portal whose button spends the token: a mail scanner that fetches the URL does not spend it. */
export const linkUrl = (portalUrl: string, token: string, action?: ConfirmedAction): string =>
  `${portalUrl}/sign-in/verify?token=${token}${action === undefined ? '' : `&for=${action}`}`;

/** What the person confirms with the link, where it leads to the Portal's page of a confirmation. Undefined: they sign in. */
export function actionOf(callbackUrl: string, portalUrl: string): ConfirmedAction | undefined {
  if (!URL.canParse(callbackUrl)) return undefined;
  const { origin, pathname, searchParams } = new URL(callbackUrl);
  if (origin !== new URL(portalUrl).origin || pathname !== '/sign-in') return undefined;
  const action = searchParams.get('confirmed');
  return isConfirmedAction(action) ? action : undefined;
}
