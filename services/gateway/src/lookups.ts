import { type Tally, tally } from '@patchbay/telemetry/metrics';

/** What is looked up at services for requests, by its name in the metric. */
export type Lookup = 'session' | 'api_key' | 'access' | 'organizations';

export interface Lookups {
  /** A call was sent. */
  readonly asked: Tally;
  /** The call of another request brings the answer too. */
  readonly shared: Tally;
}

export const lookupsOf = (lookup: Lookup): Lookups => ({
  asked: tally('lookups', { lookup, outcome: 'asked' }),
  shared: tally('lookups', { lookup, outcome: 'shared' }),
});
