import type { ServiceName } from '@patchbay/platform/services';
import { drainUntil } from '@patchbay/runtime/runtime';

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

/** The delay and the drain have a part of the timeout: the smallest multiple of 5 s that leaves the longest request enough. */
export const stopTimesOf = (service: ServiceName) => ({
  delaySeconds,
  timeoutSeconds: Math.ceil((longestRequest[service] + delaySeconds) / drainUntil / 5) * 5,
});
