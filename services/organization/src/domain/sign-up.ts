import { readTexts } from '@patchbay/text/read';
import { signUpRules } from '@patchbay/text/rules';

export interface ParkedSignUp {
  /** A newer sign-up of the same address has a higher id. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly expiresAt: Date;
}

/** The time in which whoever made it must sign in. */
const parkedMs = 24 * 60 * 60 * 1000;

/** Throws a failure that names every malformed field. */
export const park = (texts: Omit<ParkedSignUp, 'id' | 'expiresAt'>, now: Date): Omit<ParkedSignUp, 'id'> => ({
  ...readTexts(signUpRules, texts),
  expiresAt: new Date(now.getTime() + parkedMs),
});
