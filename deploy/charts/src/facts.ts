import { factsOf, type ServiceName, serviceNames, urlVariableOf } from '@patchbay/platform/services';
import { stopTimesOf } from './stop-times.ts';
import { chartVariablesOf } from './variables.ts';

/** A page or an answer that needs nobody to be signed in. */
const healthPaths: Partial<Record<ServiceName, string>> = { gateway: '/health', portal: '/sign-in' };

/**
 * The services that a pod calls. The Portal asks the gateway for the sign-in providers, as any client does: that is no call between
 * services, but inside of a cluster it takes the same way.
 */
export const callsOf = (service: ServiceName): readonly ServiceName[] =>
  service === 'portal' ? ['gateway'] : factsOf(service).calls;

/** files/facts.json: what the templates of charts/common know of a service. */
export function chartFactsOf(service: ServiceName) {
  const { serves, port, adminPort, database } = factsOf(service);
  const healthPath = healthPaths[service];
  return {
    service,
    serves,
    port,
    adminPort,
    database,
    ...(healthPath !== undefined && { healthPath }),
    stop: stopTimesOf(service),
    calls: callsOf(service).map((called) => ({
      service: called,
      serves: factsOf(called).serves,
      variable: urlVariableOf(called),
      port: factsOf(called).port,
    })),
    callers: serviceNames.filter((other) => callsOf(other).includes(service)),
    variables: Object.fromEntries(
      chartVariablesOf(service).map(({ name, secret, required }) => [name, { secret, required }]),
    ),
  };
}
