import { attributes } from './attributes.ts';

/** Every metric of the platform: name, kind, unit, labels and meaning. A test compares `docs/metrics.md` with this table. */
export const metricTable = {
  httpRequestDuration: {
    name: 'patchbay_http_request_duration',
    kind: 'histogram',
    unit: 's',
    labels: ['operation', 'status'],
    description:
      'Time from a request at the gateway or the Portal to the end of its answer, by operation (of the Portal open… for a page, getFile for a file) and status (`provider_5…` where a provider answered with a 5xx or not at all)',
  },
  requestsAnswered: {
    name: 'patchbay_requests_answered',
    kind: 'counter',
    unit: '{request}',
    labels: ['part', 'outcome'],
    description:
      'Requests at the gateway or the Portal, by part (the group of the operation, relay for relayed requests, pages for the Portal) and outcome: answered (with a status below 500), failed (with a 5xx of Patchbay), provider_failed (a provider answered with a 5xx or not at all), canceled (the client disconnected); without health checks, the reference and unknown paths',
  },
  rpcServerDuration: {
    name: 'patchbay_rpc_server_duration',
    kind: 'histogram',
    unit: 's',
    labels: [attributes.rpcSystem, attributes.rpcService, attributes.rpcMethod, attributes.failureCode],
    description: 'Time a service takes to answer a call, by method and failure code',
  },
  requestsRefused: {
    name: 'patchbay_requests_refused',
    kind: 'counter',
    unit: '{request}',
    labels: ['operation', 'refusal', 'reason'],
    description:
      'Requests whose caller was refused, by operation, refusal (credential, role, origin, tenancy, limit) and reason (log-events.md lists them; of a limit its name)',
  },
  requestsShed: {
    name: 'patchbay_requests_shed',
    kind: 'counter',
    unit: '{request}',
    labels: [],
    description:
      'Requests that the gateway refused with 503 because as many ran as it takes; those refused before it looked at them are in no other metric',
  },
  requestsRunning: {
    name: 'patchbay_requests_running',
    kind: 'gauge',
    unit: '{request}',
    labels: [],
    description:
      'Requests that the gateway is answering now, without health checks, streamed answers and those that wait for their body',
  },
  rpcRefused: {
    name: 'patchbay_rpc_refused',
    kind: 'counter',
    unit: '{call}',
    labels: ['reason', attributes.callingService],
    description:
      'Refused calls and connections by reason: token (none that is valid), caller (the method is not for the calling service, which is named), certificate (the client certificate of a connection); the log line names the method',
  },
  rateLimitFallback: {
    name: 'patchbay_rate_limit_fallback',
    kind: 'counter',
    unit: '{request}',
    labels: [],
    description: 'Requests counted in the process because Redis was not reachable',
  },
  lookups: {
    name: 'patchbay_lookups',
    kind: 'counter',
    unit: '{lookup}',
    labels: ['lookup', 'outcome'],
    description:
      'Lookups of the gateway, by lookup (session, key, access) and outcome: asked (a call was sent), shared (the call of another request brought the answer too)',
  },
  poolConnections: {
    name: 'patchbay_pool_connections',
    kind: 'gauge',
    unit: '{connection}',
    labels: ['pool', 'state'],
    description:
      'Connections of a pool to Postgres, by pool (the service that it is for; audit reads: to the replica of audit) and state: busy (in use, or being opened), idle',
  },
  poolWaiting: {
    name: 'patchbay_pool_waiting',
    kind: 'gauge',
    unit: '{request}',
    labels: ['pool'],
    description:
      'Statements and transactions that wait for a connection, by pool; transactions that wait for their turn are in patchbay_row_lock_waiting',
  },
  rowLockWait: {
    name: 'patchbay_row_lock_wait_duration',
    kind: 'histogram',
    unit: 's',
    labels: ['of', 'where', 'outcome'],
    description:
      'Time that a transaction waited for its turn in the process (where: process) or took to lock a row in Postgres (where: postgres), by what it changes (of) and outcome (taken, given_up)',
  },
  rowLockWaiting: {
    name: 'patchbay_row_lock_waiting',
    kind: 'gauge',
    unit: '{request}',
    labels: ['of'],
    description: 'Transactions that wait in the process for their turn, by what they change (of)',
  },
  outboxPublished: {
    name: 'patchbay_outbox_published',
    kind: 'counter',
    unit: '{event}',
    labels: ['topic'],
    description: 'Events handed to the transport and removed from the outbox, by topic',
  },
  outboxFailures: {
    name: 'patchbay_outbox_failures',
    kind: 'counter',
    unit: '{attempt}',
    labels: ['context'],
    description: 'Attempts of the outbox publisher that failed and are repeated',
  },
  eventsConsumed: {
    name: 'patchbay_events_consumed',
    kind: 'counter',
    unit: '{event}',
    labels: ['consumer', 'outcome'],
    description:
      'Events handled by a consumer, by consumer and outcome (handled, repeated, dead_letter); of those that audit has handled also expired: older than what retention keeps, and not recorded',
  },
  eventsRefused: {
    name: 'patchbay_events_refused',
    kind: 'counter',
    unit: '{event}',
    labels: ['consumer', 'reason'],
    description:
      'Messages that no service of ours has signed for their topic and key, by consumer and reason (unsigned, unknown_key, wrong_service, wrong_signature); each becomes a dead letter',
  },
  outboxOldest: {
    name: 'patchbay_outbox_oldest',
    kind: 'gauge',
    unit: 's',
    labels: ['context'],
    description:
      'Age of the oldest event that is not published yet, 0 if there is none, by context; of the process whose outbox publisher is active',
  },
  outboxWaiting: {
    name: 'patchbay_outbox_waiting',
    kind: 'gauge',
    unit: '{event}',
    labels: ['context'],
    description:
      'Events that are not published yet, 10,000 at most, by context; of the process whose outbox publisher is active, which counts them every 5 seconds while there are many',
  },
  publisherLeading: {
    name: 'patchbay_publisher_leading',
    kind: 'gauge',
    unit: '{publisher}',
    labels: ['context'],
    description:
      '1 while the outbox publisher of this process is active, 0 while it waits for the lock that another one holds, by context (a service, or heads: what publishes the heads of audit); the sum over all processes of a service is 1',
  },
  headsOldest: {
    name: 'patchbay_heads_oldest',
    kind: 'gauge',
    unit: 's',
    labels: [],
    description:
      'Time since the oldest entry of the trail was recorded that no published head covers, as the last attempt to publish has found it, 0 after one that succeeded; where the chains could not be read, since they last could; chains whose heads are not signed, because they were altered or cut, count on; of the process of audit that publishes heads',
  },
  headsPublished: {
    name: 'patchbay_heads_published',
    kind: 'counter',
    unit: '{head}',
    labels: [],
    description: 'Heads of chains that were signed and published',
  },
  consumerRunning: {
    name: 'patchbay_consumer_running',
    kind: 'gauge',
    unit: '{consumer}',
    labels: ['consumer'],
    description: '1 while the consumer receives events and its handler does not fail, else 0, by consumer',
  },
  consumerLag: {
    name: 'patchbay_consumer_lag',
    kind: 'gauge',
    unit: '{message}',
    labels: ['consumer', 'topic'],
    description:
      'Messages in Kafka that a consumer has not committed yet, by consumer and topic; asked of the cluster every 10 seconds, also while the handler is stuck. Each process of a service tells the same. NaN while Kafka cannot be asked; absent where events do not go through Kafka',
  },
  consumerOldest: {
    name: 'patchbay_consumer_oldest',
    kind: 'gauge',
    unit: 's',
    labels: ['consumer'],
    description:
      'Time since the oldest of the messages that this process is handling was published, 0 if there is none, by consumer; without Kafka, messages whose handling failed count until their topic succeeds again, from the first attempt on',
  },
  trailDelay: {
    name: 'patchbay_trail_delay',
    kind: 'histogram',
    unit: 's',
    labels: [],
    description: 'Time from an action to the commit of its entry in a trail; 5 seconds are promised',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 7.5, 10, 30, 60, 300, 3_600],
  },
  leftovers: {
    name: 'patchbay_leftovers',
    kind: 'gauge',
    unit: '{place}',
    labels: [],
    description:
      'Workspaces and organizations that a service has rows of although organization does not have them any more; compared every hour by each process',
  },
  deadLettersWaiting: {
    name: 'patchbay_dead_letters_waiting',
    kind: 'gauge',
    unit: '{message}',
    labels: [],
    description:
      "Messages in audit's table of dead letters that an operator has neither replayed nor discarded, 10,000 at most; counted every 30 seconds by each process",
  },
  mailsSent: {
    name: 'patchbay_mails_sent',
    kind: 'counter',
    unit: '{mail}',
    labels: ['outcome'],
    description: 'Attempts to send a queued mail, by outcome (sent, retried, failed)',
  },
  mailsWaiting: {
    name: 'patchbay_mails_waiting',
    kind: 'gauge',
    unit: '{mail}',
    labels: ['context'],
    description:
      'Queued mails that are neither sent nor given up, 10,000 at most, by context; counted every 15 seconds by each process',
  },
  mailsOldest: {
    name: 'patchbay_mails_oldest',
    kind: 'gauge',
    unit: 's',
    labels: ['context'],
    description:
      'Time since the oldest of these mails was asked for, 0 if there is none, by context; of more than 10,000 mails, the oldest of those that are due first',
  },
  outgoingRequestDuration: {
    name: 'patchbay_outgoing_request_duration',
    kind: 'histogram',
    unit: 's',
    labels: ['target', 'outcome'],
    description:
      'Time of a request that leaves the platform, by target (the provider, or webhook) and outcome: class of the status (2xx to 5xx), or timeout, unreachable, too_large, address_refused, suspended, busy, canceled; error for a bug of ours',
  },
  relayDelay: {
    name: 'patchbay_relay_delay',
    kind: 'histogram',
    unit: 's',
    labels: [],
    description:
      'Time from the arrival of a request at relay to its first sending to the provider; without requests whose access token was renewed before, which wait for the provider',
  },
  outgoingSuspended: {
    name: 'patchbay_outgoing_suspended',
    kind: 'gauge',
    unit: '{host}',
    labels: ['target'],
    description:
      'Hosts outside of the platform whose connections failed too often: nothing is sent to them but a probe now and then, until one succeeds; by target (the provider)',
  },
  providerAttempts: {
    name: 'patchbay_provider_attempts',
    kind: 'counter',
    unit: '{attempt}',
    labels: ['provider', 'attempt', 'outcome'],
    description:
      'Attempts at providers, by provider, attempt (connect, verify, enable, renew, revoke, list) and outcome (success, permanent, transient, ours, declined; interrupted: by a bound of this installation, which says nothing about the provider)',
  },
  relayStatusesKept: {
    name: 'patchbay_relay_statuses_kept',
    kind: 'gauge',
    unit: '{change}',
    labels: [],
    description:
      'Relayed changes whose status a process of relay keeps in memory because Postgres could not be written; above 0 for more than some seconds, Postgres is away',
  },
  backgroundOldest: {
    name: 'patchbay_background_oldest',
    kind: 'gauge',
    unit: 's',
    labels: ['queue'],
    description:
      'Time since the oldest row that no process has claimed became due, 0 if none is due, by queue (verifications, renewals, revocations, deliveries: since a webhook with due deliveries was served last)',
  },
  webhookDeliveries: {
    name: 'patchbay_webhook_deliveries',
    kind: 'counter',
    unit: '{attempt}',
    labels: ['outcome'],
    description:
      'Attempts to deliver an entry to a webhook, by outcome: delivered, retried (the receiver failed, another attempt follows), failed (it was the last one), ours (a fault of this installation, such as a secret that no key opens: nothing was sent, another attempt follows after five minutes)',
  },
  webhookDelay: {
    name: 'patchbay_webhook_delay',
    kind: 'histogram',
    unit: 's',
    labels: ['receiver'],
    description:
      'Time from the recording of an entry to the beginning of the first attempt to deliver it to a webhook, by receiver: working, slow (it answers late or fails, so it gets one delivery at a time, and later ones wait for it)',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
  },
  webhookPending: {
    name: 'patchbay_webhook_pending',
    kind: 'gauge',
    unit: '{delivery}',
    labels: [],
    description:
      'Deliveries that wait for an attempt, also those of disabled webhooks; 100,000 stands for as many or more',
  },
  webhooksDisabled: {
    name: 'patchbay_webhooks_disabled',
    kind: 'counter',
    unit: '{webhook}',
    labels: ['reason'],
    description:
      'Webhooks that were disabled because nothing could be delivered to them, by reason (gone, failing)',
  },
  authorizationsEnding: {
    name: 'patchbay_authorizations_ending',
    kind: 'counter',
    unit: '{verification}',
    labels: ['provider'],
    description:
      'Verifications in the background that found an authorization which ends within 7 days, by provider: somebody has to connect again',
  },
  partitionsAhead: {
    name: 'patchbay_partitions_ahead',
    kind: 'gauge',
    unit: '{month}',
    labels: [],
    description:
      'Months after this one for which the audit trail has a partition; below 0: this month has none, and nothing is recorded',
  },
  eventLoopUtilization: {
    name: 'patchbay_event_loop_utilization',
    kind: 'gauge',
    unit: '1',
    labels: [],
    description:
      'Share of the time since the last scrape in which the event loop ran code instead of waiting for events, 0 to 1',
  },
  memory: {
    name: 'patchbay_memory',
    kind: 'gauge',
    unit: 'By',
    labels: ['kind'],
    description:
      'Memory of the process, by kind: rss (all of it that is in RAM), heap_used (JavaScript objects), external (buffers and other memory outside of the heap that objects hold)',
  },
  build: {
    name: 'patchbay_build',
    kind: 'gauge',
    unit: '1',
    labels: ['version', 'commit'],
    description: 'Always 1; what runs, by version and commit (COMMIT; unknown where it is not set)',
  },
} as const satisfies Record<
  string,
  {
    name: string;
    kind: 'counter' | 'gauge' | 'histogram';
    unit: string;
    /** Attributes of its series, each of a few values: never an id. Prometheus gets `_` for the dots. */
    labels: string[];
    description: string;
    /** Bounds of a histogram, in seconds; default `durationBuckets`. */
    buckets?: number[];
  }
>;
