/** RATE_LIMITS of the measured processes: one caller sends more requests per minute than the default allows. */
export const raisedLimits = JSON.stringify({
  requestPerCaller: { limit: 1_000_000_000, windowSeconds: 86_400 },
});
