import {
  type Attributes,
  metrics as api,
  type Counter,
  type Gauge,
  type Histogram,
  type ObservableResult,
} from '@opentelemetry/api';

/** Every metric of the platform: name, kind, unit and meaning. A test compares `docs/metrics.md` with this table. */
export const metricTable = {
  httpRequestDuration: {
    name: 'patchbay_http_request_duration',
    kind: 'histogram',
    unit: 's',
    description:
      'Time from a request at the gateway or the Portal to the end of its answer, by operation (of the Portal open… for a page, getFile for a file) and status',
  },
  rpcServerDuration: {
    name: 'patchbay_rpc_server_duration',
    kind: 'histogram',
    unit: 's',
    description: 'Time a service takes to answer a call, by method and failure code',
  },
  requestsRefused: {
    name: 'patchbay_requests_refused',
    kind: 'counter',
    unit: '{request}',
    description:
      'Requests whose caller was refused, by operation, refusal (credential, role, origin, tenancy, limit) and reason (log-events.md lists them; of a limit its name)',
  },
  requestsShed: {
    name: 'patchbay_requests_shed',
    kind: 'counter',
    unit: '{request}',
    description:
      'Requests that the gateway refused with 503 because as many ran as it takes; those refused before it looked at them are in no other metric',
  },
  requestsRunning: {
    name: 'patchbay_requests_running',
    kind: 'gauge',
    unit: '{request}',
    description:
      'Requests that the gateway is answering now, without health checks, streamed answers and those that wait for their body',
  },
  rpcRefused: {
    name: 'patchbay_rpc_refused',
    kind: 'counter',
    unit: '{call}',
    description:
      'Refused calls by method and reason: token (none that is valid), caller (the method is not for the calling service, which is named); and, without a method, connections refused for their client certificate (reason certificate)',
  },
  rateLimitFallback: {
    name: 'patchbay_rate_limit_fallback',
    kind: 'counter',
    unit: '{request}',
    description: 'Requests counted in the process because Redis was not reachable',
  },
  rowLockWait: {
    name: 'patchbay_row_lock_wait_duration',
    kind: 'histogram',
    unit: 's',
    description:
      'Time that a request waited for a row which others change, by row (of), where it waited (process, postgres) and outcome (taken, given_up)',
  },
  rowLockWaiting: {
    name: 'patchbay_row_lock_waiting',
    kind: 'gauge',
    unit: '{request}',
    description: 'Requests that wait in the process for a row which others change, by row (of)',
  },
  outboxPublished: {
    name: 'patchbay_outbox_published',
    kind: 'counter',
    unit: '{event}',
    description: 'Events handed to the transport and removed from the outbox, by topic',
  },
  outboxFailures: {
    name: 'patchbay_outbox_failures',
    kind: 'counter',
    unit: '{attempt}',
    description: 'Attempts of the relay that failed and are repeated',
  },
  eventsConsumed: {
    name: 'patchbay_events_consumed',
    kind: 'counter',
    unit: '{event}',
    description:
      'Events handled by a consumer, by consumer and outcome (handled, repeated, dead_letter); of those that audit has handled also expired: older than what retention keeps, and not recorded',
  },
  eventsRefused: {
    name: 'patchbay_events_refused',
    kind: 'counter',
    unit: '{event}',
    description:
      'Messages that no service of ours has signed for their topic and key, by consumer and reason (unsigned, unknown_key, wrong_service, wrong_signature); each becomes a dead letter',
  },
  outboxOldest: {
    name: 'patchbay_outbox_oldest',
    kind: 'gauge',
    unit: 's',
    description:
      'Age of the oldest event that is not published yet, 0 if there is none, by context; of the process whose relay is active',
  },
  relayLeading: {
    name: 'patchbay_relay_leading',
    kind: 'gauge',
    unit: '{relay}',
    description:
      '1 while the relay of this process is active, 0 while it waits for the lock that another one holds, by context (a service, or heads: what publishes the heads of audit); the sum over all processes of a service is 1',
  },
  headsOldest: {
    name: 'patchbay_heads_oldest',
    kind: 'gauge',
    unit: 's',
    description:
      'Time since the oldest entry of the trail was recorded that no published head covers, as the last attempt to publish has found it, 0 after one that succeeded; where the chains could not be read, since they last could; chains whose heads are not signed, because they were altered or cut, count on; of the process of audit that publishes heads',
  },
  headsPublished: {
    name: 'patchbay_heads_published',
    kind: 'counter',
    unit: '{head}',
    description: 'Heads of chains that were signed and published',
  },
  consumerRunning: {
    name: 'patchbay_consumer_running',
    kind: 'gauge',
    unit: '{consumer}',
    description: '1 while the consumer receives events and its handler does not fail, else 0, by consumer',
  },
  consumerLag: {
    name: 'patchbay_consumer_lag',
    kind: 'gauge',
    unit: '{message}',
    description:
      'Messages in Kafka that a consumer has not committed yet, by consumer and topic; asked of the cluster every 10 seconds, also while the handler is stuck. Each process of a service tells the same. NaN while Kafka cannot be asked; absent where events do not go through Kafka',
  },
  consumerOldest: {
    name: 'patchbay_consumer_oldest',
    kind: 'gauge',
    unit: 's',
    description:
      'Time since the oldest of the messages that this process is handling was published, 0 if there is none, by consumer; without Kafka, messages whose handling failed count until their topic succeeds again, from the first attempt on',
  },
  trailDelay: {
    name: 'patchbay_trail_delay',
    kind: 'histogram',
    unit: 's',
    description: 'Time from an action to the commit of its entry in a trail; 5 seconds are promised',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 7.5, 10, 30, 60, 300, 3_600],
  },
  deadLettersWaiting: {
    name: 'patchbay_dead_letters_waiting',
    kind: 'gauge',
    unit: '{message}',
    description:
      "Messages in audit's table of dead letters that an operator has neither replayed nor discarded, 10,000 at most; counted every 30 seconds by each process",
  },
  mailsSent: {
    name: 'patchbay_mails_sent',
    kind: 'counter',
    unit: '{mail}',
    description: 'Attempts to send a queued mail, by outcome (sent, retried, failed)',
  },
  outgoingRequestDuration: {
    name: 'patchbay_outgoing_request_duration',
    kind: 'histogram',
    unit: 's',
    description:
      'Time of a request that leaves the platform, by target (the provider) and outcome: class of the status (2xx to 5xx), or timeout, unreachable, too_large, address_refused, suspended, busy, canceled; error for a bug of ours',
  },
  outgoingSuspended: {
    name: 'patchbay_outgoing_suspended',
    kind: 'gauge',
    unit: '{host}',
    description:
      'Hosts outside of the platform that failed too often: nothing is sent to them but a probe now and then, until one succeeds; by target (the provider)',
  },
  providerAttempts: {
    name: 'patchbay_provider_attempts',
    kind: 'counter',
    unit: '{attempt}',
    description:
      'Attempts at providers, by provider, attempt (connect, verify, enable, renew, revoke) and outcome (success, permanent, transient, ours, declined; interrupted: by a bound of this installation, which says nothing about the provider)',
  },
  backgroundOldest: {
    name: 'patchbay_background_oldest',
    kind: 'gauge',
    unit: 's',
    description:
      'Time since the oldest row that no process has claimed became due, 0 if none is due, by queue (verifications, renewals, revocations)',
  },
  authorizationsEnding: {
    name: 'patchbay_authorizations_ending',
    kind: 'counter',
    unit: '{verification}',
    description:
      'Verifications in the background that found an authorization which ends within 7 days, by provider: somebody has to connect again',
  },
  partitionsAhead: {
    name: 'patchbay_partitions_ahead',
    kind: 'gauge',
    unit: '{month}',
    description:
      'Months after this one for which the audit trail has a partition; below 0: this month has none, and nothing is recorded',
  },
} as const satisfies Record<
  string,
  {
    name: string;
    kind: 'counter' | 'gauge' | 'histogram';
    unit: string;
    description: string;
    /** Bounds of a histogram, in seconds; default `durationBuckets`. */
    buckets?: number[];
  }
>;

type Named<Kind> = {
  [Name in keyof typeof metricTable]: (typeof metricTable)[Name]['kind'] extends Kind ? Name : never;
}[keyof typeof metricTable];

/** Seconds: from a cache hit to a call that is about to time out. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const counters = new Map<Named<'counter'>, Counter>();
const gauges = new Map<string, Gauge>();
const histograms = new Map<Named<'histogram'>, Histogram>();

/** Adds to a counter of the table. Instruments are created on first use, when the meter provider has been set. */
export function count(metric: Named<'counter'>, value: number, attributes: Attributes = {}): void {
  let counter = counters.get(metric);
  if (counter === undefined) {
    const { name, unit, description } = metricTable[metric];
    counter = api.getMeter('patchbay').createCounter(name, { unit, description });
    counters.set(metric, counter);
  }
  counter.add(value, attributes);
}

/** Sets a gauge of the table; it keeps the value until the next call. */
export function set(metric: Named<'gauge'>, value: number, attributes: Attributes = {}): void {
  const { name, unit, description } = metricTable[metric];
  let gauge = gauges.get(name);
  if (gauge === undefined) {
    gauge = api.getMeter('patchbay').createGauge(name, { unit, description });
    gauges.set(name, gauge);
  }
  gauge.record(value, attributes);
}

interface Watched {
  readonly attributes: Attributes;
  readonly read: () => number | undefined;
}

/** By metric: what is read at a scrape, by attributes. */
const watched = new Map<string, Map<string, Watched>>();

/**
 * Sets a gauge of the table at each scrape to what `read` returns, so that it is right also while nothing happens. Undefined, if
 * it is not known: NaN, for which no comparison of an alert is true. OpenTelemetry would repeat the last value of a series without
 * one. A later call with the same attributes replaces the earlier one. `read` must be cheap and must not throw.
 */
export function watch(metric: Named<'gauge'>, attributes: Attributes, read: () => number | undefined): void {
  const { name, unit, description } = metricTable[metric];
  let series = watched.get(name);
  if (series === undefined) {
    series = new Map();
    watched.set(name, series);
    const all = series;
    api
      .getMeter('patchbay')
      .createObservableGauge(name, { unit, description })
      .addCallback((result: ObservableResult) => {
        for (const one of all.values()) result.observe(one.read() ?? Number.NaN, one.attributes);
      });
  }
  series.set(JSON.stringify(attributes), { attributes, read });
}

/** Not every metric of the table has `buckets`. */
interface HistogramEntry {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly buckets?: readonly number[];
}

function createHistogram(metric: Named<'histogram'>): Histogram {
  const { name, unit, description, buckets = durationBuckets }: HistogramEntry = metricTable[metric];
  const advice = { explicitBucketBoundaries: [...buckets] };
  const histogram = api.getMeter('patchbay').createHistogram(name, { unit, description, advice });
  histograms.set(metric, histogram);
  return histogram;
}

/** Records seconds in a histogram of the table. */
export function observe(metric: Named<'histogram'>, seconds: number, attributes?: Attributes): void {
  const histogram = histograms.get(metric) ?? createHistogram(metric);
  histogram.record(seconds, attributes);
}
