import { lifetimes } from '@patchbay/platform/lifetimes';

/**
 * Names the sign-up that a browser has made for a provider, kept in a sealed cookie of that browser: anybody can sign up in the
 * name of an address, and only this browser's provider sign-in shows that both were done by the same person.
 */
export interface SignUpProof {
  readonly signUpId: string;
  readonly email: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** As long as organization keeps a sign-up. */
export const proofSeconds = lifetimes.signUpHours * 60 * 60;

export const proveSignUp = (signUp: Pick<SignUpProof, 'signUpId' | 'email'>, now: Date): SignUpProof => ({
  ...signUp,
  expiresAt: now.getTime() + proofSeconds * 1000,
});

/** The sign-up that the proof names; undefined where there is no proof, it has expired, or it is for another address. */
export const provenSignUp = (
  proof: SignUpProof | undefined,
  email: string | null,
  now: Date,
): string | undefined =>
  proof !== undefined && proof.email === email && now.getTime() < proof.expiresAt
    ? proof.signUpId
    : undefined;
