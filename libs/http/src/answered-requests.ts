import { tally } from '@patchbay/telemetry/metrics';

/**
 * How a request ended, for the objectives of docs/slo.md. `answered`: with a status below 500. `failed`: with a 5xx of Patchbay.
 * `provider_failed`: a provider answered with a 5xx or not at all. `canceled`: its client disconnected before.
 */
export type RequestOutcome = 'answered' | 'failed' | 'provider_failed' | 'canceled';

/**
 * Counts the requests of a part of the API, or of the pages. Its series are exported with 0 from now on, so that the first failure is an
 * increase.
 */
export function createAnsweredRequests(part: string): (outcome: RequestOutcome) => void {
  const of = (outcome: RequestOutcome) => tally('requestsAnswered', { part, outcome });
  const tallies = {
    answered: of('answered'),
    failed: of('failed'),
    provider_failed: of('provider_failed'),
    canceled: of('canceled'),
  } as const satisfies Record<RequestOutcome, unknown>;
  return (outcome) => void (tallies[outcome].value += 1);
}
