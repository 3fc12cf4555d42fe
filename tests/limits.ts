const generous = { limit: 1_000_000, windowSeconds: 60 };

/** Limits that no test meets by accident; for RATE_LIMITS. */
export const generousLimits = JSON.stringify({
  signInLinkPerEmail: generous,
  signInLinkPerAddress: generous,
  signUpPerAddress: generous,
  failedCredentialPerAddress: generous,
  requestPerCaller: generous,
});
