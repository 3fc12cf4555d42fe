import { Code, ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { expect } from 'vitest';

/** A method of organization, one of identity, and another one of organization. */
export const provision = 'patchbay.organization.v1.OrganizationService/ProvisionUser';
export const signUp = 'patchbay.identity.v1.IdentityService/SignUp';
export const park = 'patchbay.organization.v1.OrganizationService/ParkSignUp';

export interface Refusal {
  readonly code: Code;
  readonly text: string;
  readonly details: readonly unknown[];
}

/** The refusal that a verification throws. */
export function refusalOf(verification: () => unknown): Refusal {
  try {
    verification();
  } catch (thrown) {
    if (!(thrown instanceof ConnectError)) throw thrown;
    return { code: thrown.code, text: thrown.rawMessage, details: thrown.findDetails(FailureSchema) };
  }
  return expect.unreachable('the token should have been refused');
}

export const because = (reason: string): Refusal => ({
  code: Code.Unauthenticated,
  text: `caller token refused: ${reason}`,
  details: [],
});
