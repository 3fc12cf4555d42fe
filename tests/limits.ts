const generous = { limit: 1_000_000, windowSeconds: 60 };

/** Limits that no test meets by accident, for RATE_LIMITS: stacks share a Redis, and all of them call from one address. */
export const generousLimits = JSON.stringify({
  signInLinkPerEmail: generous,
  signInLinkPerAddress: generous,
  signUpPerEmail: generous,
  signUpPerAddress: generous,
  invitationPerKey: generous,
  failedCredentialPerAddress: generous,
  requestPerCaller: generous,
});
