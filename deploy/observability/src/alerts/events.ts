import type { Alert, Group } from '../rule.ts';

export const eventAlerts: Group<Alert> = {
  name: 'patchbay-events',
  rules: [
    {
      alert: 'PatchbayConsumerStopped',
      severity: 'page',
      expr: 'min by (namespace, consumer) (patchbay_consumer_running) == 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: the consumer {{ $labels.consumer }} does not run',
      description:
        'A consumer gets no events, or its handler fails. Kafka that hangs is noticed after ten seconds.',
      runbook: 'kafka.md#lag',
    },
    {
      alert: 'PatchbayOutboxStuck',
      severity: 'page',
      expr: 'max by (namespace, context) (patchbay_outbox_oldest) > 30',
      lasting: '1m',
      summary:
        '{{ $labels.namespace }}: an event of {{ $labels.context }} has waited for {{ $value | humanizeDuration }}',
      description: 'The relay of a service cannot publish: mostly Kafka does not answer, or refuses.',
      runbook: 'kafka.md#lag',
    },
    {
      alert: 'PatchbayNoRelay',
      severity: 'page',
      expr: 'sum by (namespace, context) (patchbay_relay_leading) == 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: no relay of {{ $labels.context }} is active',
      description:
        'No relay of a service is active, and only the active one tells the age of its oldest event. The context heads is what publishes the heads of audit.',
      runbook: 'kafka.md#lag',
    },
    {
      alert: 'PatchbayHeadsLate',
      severity: 'ticket',
      expr: 'max by (namespace) (patchbay_heads_oldest) > 600',
      lasting: '1m',
      summary:
        '{{ $labels.namespace }}: no published head covers an entry that is {{ $value | humanizeDuration }} old',
      description:
        'Entries of the trail are not covered by a published head: audit cannot publish, mostly because of Kafka, or it does not sign the head of a chain that was altered or cut, which a line at error names. With another HEAD_INTERVAL_SECONDS than 60 take ten times its value.',
      runbook: 'trail.md#signed-heads',
    },
    {
      alert: 'PatchbayConsumerStuck',
      severity: 'page',
      expr: 'max by (namespace, consumer) (patchbay_consumer_oldest) > 30',
      lasting: '1m',
      summary:
        '{{ $labels.namespace }}: {{ $labels.consumer }} is handling a message that is {{ $value | humanizeDuration }} old',
      description: 'A handler fails, or has worked long on its messages.',
      runbook: 'kafka.md#lag',
    },
    {
      alert: 'PatchbayConsumerLag',
      severity: 'page',
      expr: 'sum by (namespace, consumer) (max by (namespace, consumer, topic) (patchbay_consumer_lag)) > 1000',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: {{ $value }} messages wait for {{ $labels.consumer }}',
      description: 'A consumer cannot keep up, or nobody consumes.',
      runbook: 'kafka.md#lag',
    },
    {
      alert: 'PatchbayTrailLate',
      severity: 'ticket',
      expr: 'histogram_quantile(0.99, sum by (namespace, le) (rate(patchbay_trail_delay_bucket[5m]))) > 5',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: one of a hundred entries takes {{ $value | humanizeDuration }}',
      description:
        'Entries come later than the promised 5 seconds. It pages when the error budget of the trail is used up too fast.',
      runbook: 'kafka.md#lag',
    },
    {
      alert: 'PatchbayDeadLetters',
      severity: 'ticket',
      expr: 'max by (namespace) (patchbay_dead_letters_waiting) > 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: {{ $value }} dead letters wait for an operator',
      description: 'Something was not recorded: its entry is missing in the trail until it is replayed.',
      runbook: 'kafka.md#dead-letters',
    },
    {
      alert: 'PatchbayEventsRefused',
      severity: 'page',
      expr: 'sum by (namespace, consumer, reason) (increase(patchbay_events_refused_total[10m])) > 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: {{ $labels.consumer }} refuses messages ({{ $labels.reason }})',
      description:
        'Messages are not signed by the service that owns their topic: somebody else writes to a topic, or a consumer lacks a key.',
      runbook: 'kafka.md#dead-letters',
    },
    {
      alert: 'PatchbayPartitionsMissing',
      severity: 'ticket',
      expr: 'max by (namespace) (patchbay_partitions_ahead) < 2',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: the trail has partitions for {{ $value }} more months',
      description:
        'Audit cannot create partitions. It has at least a month to be repaired; without a partition nothing is recorded.',
      runbook: 'trail.md#partitions',
    },
    {
      alert: 'PatchbayMailsLate',
      severity: 'ticket',
      expr: 'max by (namespace, context) (patchbay_mails_oldest) > 900',
      lasting: '1m',
      summary:
        '{{ $labels.namespace }}: a mail of {{ $labels.context }} has waited for {{ $value | humanizeDuration }}',
      description:
        'A mail has waited for a quarter of an hour: the mail server puts off one recipient, or all. The warning “a mail was not sent and is tried again later” has its answer. It pages where several wait, when the error budget of mails is used up too fast.',
      runbook: 'alerts.md#mails-that-wait',
    },
    {
      alert: 'PatchbayMailsGivenUp',
      severity: 'ticket',
      expr: 'sum by (namespace, job) (increase(patchbay_mails_sent_total{outcome="failed"}[1h])) > 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: {{ $labels.job }} has given up mails',
      description:
        'A mail server refused a mail for good, or did not take it for three days. One may be a wrong address; many are a sender that is not trusted.',
      runbook: 'alerts.md#mails-that-wait',
    },
  ],
};
