import type { ServiceName } from '@patchbay/platform/services';

/** Until kube-proxy, ingress controllers and our own clients have noticed that a pod is not ready. */
const delaySeconds = 5;

/** The longest that a call may ask for, whatever its caller says: `defaultMaxTimeoutMs` of libs/rpc/src/deadline.ts. */
const longestCall = 30;

/**
 * Seconds of the longest request that a service finishes while it drains. Exports of the audit trail are not counted: they last as
 * long as their client reads, and are cut when the drain ends.
 */
const longestRequest: Readonly<Record<ServiceName, number>> = {
  organization: longestCall,
  identity: longestCall,
  integration: longestCall,
  audit: longestCall,
  // A body may take a minute to arrive (`requestTimeout` of libs/http/src/http-server.ts); then comes the call.
  gateway: 60 + longestCall,
  // Requests have no body; their headers may take this long (`headersTimeout`), and no answer waits for another service.
  portal: 20,
};

/** The part of STOP_TIMEOUT_SECONDS that the delay and the drain have: `drainUntil` of libs/runtime/src/runtime.ts. */
const drainUntil = 0.8;

/** The smallest multiple of 5 s whose drain is not shorter than the longest request. */
export const stopTimesOf = (service: ServiceName) => ({
  delaySeconds,
  timeoutSeconds: Math.ceil((longestRequest[service] + delaySeconds) / drainUntil / 5) * 5,
});
