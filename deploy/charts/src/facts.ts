import {
  factsOf,
  programOf,
  type ServiceName,
  serviceNames,
  urlVariableOf,
} from '@patchbay/platform/services';
import { drainUntil } from '@patchbay/runtime/runtime';
import { queueOf, topicsOf } from './queues.ts';
import { chartVariablesOf } from './variables.ts';

/** Gives kube-proxy, ingress controllers and our own clients the time to notice that a pod is not ready. */
const delaySeconds = 5;

/** Seconds. The longest deadline that a server accepts for a call: `defaultMaxTimeoutMs` of libs/rpc. */
const longestCall = 30;

/** Seconds until a provider has begun to answer, or the relay answers for it. */
const relayed = 60;

/**
 * Seconds of the longest request that a service finishes while it drains; default: the longest call. Exports of the audit trail do
 * not count: they last as long as their client reads, and are cut when the drain ends.
 */
const longestRequests: Readonly<Partial<Record<ServiceName, number>>> = {
  // A body may take a minute to arrive (`requestTimeout` of libs/http/src/http-server.ts); then comes the call, at the longest of relay.
  gateway: 60 + relayed,
  // What a provider has begun to answer is cut when the drain ends.
  relay: relayed,
  // Requests have no body. Their headers may take this long (`headersTimeout`), and no answer waits for another service.
  portal: 20,
};

/** The timeout is the smallest multiple of 5 s whose share for the drain covers the delay and the longest request. */
const stopTimesOf = (service: ServiceName) => ({
  delaySeconds,
  timeoutSeconds: Math.ceil(((longestRequests[service] ?? longestCall) + delaySeconds) / drainUntil / 5) * 5,
});

/** Of RPC with TLS: another one, so that callers move to it while `port` goes on without TLS. */
const tlsPortOf = (service: ServiceName): number => factsOf(service).port + 400;

/** The path that `helm test` asks for: it needs no credential. */
const healthPaths: Partial<Record<ServiceName, string>> = { gateway: '/health', portal: '/sign-in' };

/**
 * The services that a pod connects to. The Portal asks the gateway for the sign-in providers as any client does, without a caller
 * token; inside a cluster it still needs the address and the network policy.
 */
export const callsOf = (service: ServiceName): readonly ServiceName[] =>
  service === 'portal' ? ['gateway'] : factsOf(service).calls;

/** files/facts.json: all that the templates of charts/common know about a service. */
export function chartFactsOf(service: ServiceName) {
  const { serves, port, adminPort, database } = factsOf(service);
  const { program } = programOf(service);
  const healthPath = healthPaths[service];
  const [topics, queue] = [topicsOf(service), queueOf(service)];
  return {
    service,
    serves,
    port,
    ...(serves === 'rpc' && { tlsPort: tlsPortOf(service) }),
    adminPort,
    database,
    ...(program !== 'main' && { program }),
    ...(healthPath !== undefined && { healthPath }),
    stop: stopTimesOf(service),
    calls: callsOf(service).map((called) => ({
      service: called,
      serves: factsOf(called).serves,
      variable: urlVariableOf(called),
      port: factsOf(called).port,
      ...(factsOf(called).serves === 'rpc' && { tlsPort: tlsPortOf(called) }),
    })),
    ...(topics.length > 0 && { topics }),
    ...(queue !== undefined && { queue }),
    callers: serviceNames.filter((other) => callsOf(other).includes(service)),
    variables: Object.fromEntries(
      chartVariablesOf(service).map(({ name, secret, required }) => [name, { secret, required }]),
    ),
  };
}
