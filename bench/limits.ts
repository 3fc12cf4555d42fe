const unreachable = { limit: 1_000_000_000, windowSeconds: 86_400 };

/** RATE_LIMITS of the measured processes: one caller, at one address, sends more requests per minute than the defaults allow. */
export const raisedLimits = JSON.stringify({
  requestPerCaller: unreachable,
  publicPerAddress: unreachable,
  attemptPerOrganization: unreachable,
  verifyPerOrganization: unreachable,
});
