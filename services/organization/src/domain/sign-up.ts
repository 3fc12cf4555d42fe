import { readTexts } from '@patchbay/text/read';
import { signUpRules } from '@patchbay/text/rules';

export interface ParkedSignUp {
  readonly email: string;
  readonly name: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly expiresAt: Date;
}

/** The time in which the address must sign in. */
const parkedMs = 24 * 60 * 60 * 1000;

/** Throws a failure that names every malformed field. */
export const park = (signUp: Omit<ParkedSignUp, 'expiresAt'>, now: Date): ParkedSignUp => ({
  ...readTexts(signUpRules, signUp),
  expiresAt: new Date(now.getTime() + parkedMs),
});
