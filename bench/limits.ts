/** RATE_LIMITS for a bench: one caller sends more in a minute than anybody may. */
export const raisedLimits = JSON.stringify({
  requestPerCaller: { limit: 1_000_000_000, windowSeconds: 86_400 },
});
