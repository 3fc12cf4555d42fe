import type { DashboardSource } from '../dashboard.ts';
import { highest, perSecond, quantile, total } from './queries.ts';

export const events: DashboardSource = {
  name: 'events',
  title: 'events and mails',
  description:
    'The way of an event from its outbox through Kafka into the trail, what was left on it, and mails.',
  rows: [
    {
      title: 'Publishing',
      panels: [
        {
          title: 'Events that wait in outboxes',
          description: 'Events that are not published yet; counted up to 10,000.',
          unit: 'short',
          queries: [{ expr: highest('patchbay_outbox_waiting', 'context'), legend: '{{context}}' }],
        },
        {
          title: 'Oldest event in outboxes',
          description: 'It stays near 0. If it grows, the relay cannot publish: look at Kafka.',
          unit: 's',
          bounds: { bad: 'high', yellow: 5, red: 30 },
          queries: [{ expr: highest('patchbay_outbox_oldest', 'context'), legend: '{{context}}' }],
        },
        {
          title: 'Active relays',
          description: 'One of each context at any time; 0 means that nothing is published.',
          unit: 'short',
          queries: [{ expr: total('patchbay_relay_leading', 'context'), legend: '{{context}}' }],
        },
        {
          title: 'Published events',
          description: 'Events that Kafka has taken, by topic.',
          unit: 'ops',
          width: 12,
          queries: [{ expr: perSecond('patchbay_outbox_published', 'topic'), legend: '{{topic}}' }],
        },
        {
          title: 'Failed attempts to publish',
          description: 'Attempts of the relay that failed; they are repeated and lose nothing.',
          unit: 'ops',
          width: 12,
          queries: [{ expr: perSecond('patchbay_outbox_failures', 'context'), legend: '{{context}}' }],
        },
      ],
    },
    {
      title: 'Consuming',
      panels: [
        {
          title: 'Consumers that run',
          description: '1 while every process of a consumer receives events and handles them.',
          unit: 'short',
          queries: [
            {
              expr: `min by (consumer) (patchbay_consumer_running{namespace=~"$namespace"})`,
              legend: '{{consumer}}',
            },
          ],
        },
        {
          title: 'Lag',
          description:
            'Messages in Kafka that a consumer has not handled yet. No line: Kafka cannot be asked.',
          unit: 'short',
          bounds: { bad: 'high', yellow: 200, red: 1_000 },
          queries: [
            {
              expr: `sum by (consumer) (${highest('patchbay_consumer_lag', 'namespace, consumer, topic')})`,
              legend: '{{consumer}}',
            },
          ],
        },
        {
          title: 'Oldest message being handled',
          description: 'A handler that fails, or works long, keeps its messages.',
          unit: 's',
          bounds: { bad: 'high', yellow: 5, red: 30 },
          queries: [{ expr: highest('patchbay_consumer_oldest', 'consumer'), legend: '{{consumer}}' }],
        },
        {
          title: 'Handled events',
          description:
            'By outcome: handled; repeated, because a handler failed; dead_letter, which an operator must end; expired, older than what retention keeps.',
          unit: 'ops',
          width: 12,
          queries: [
            {
              expr: perSecond('patchbay_events_consumed', 'consumer, outcome'),
              legend: '{{consumer}} {{outcome}}',
            },
          ],
        },
        {
          title: 'Refused messages',
          description: 'Messages that no service of ours has signed for their topic. Should be none.',
          unit: 'ops',
          width: 12,
          queries: [
            {
              expr: perSecond('patchbay_events_refused', 'consumer, reason'),
              legend: '{{consumer}} {{reason}}',
            },
          ],
        },
      ],
    },
    {
      title: 'The audit trail',
      panels: [
        {
          title: 'Delay of entries',
          description: 'From an action to the commit of its entry. 5 seconds are promised.',
          unit: 's',
          bounds: { bad: 'high', yellow: 3, red: 5 },
          queries: [0.5, 0.99, 0.999].map((share) => ({
            expr: quantile(share, 'patchbay_trail_delay'),
            legend: `${share * 100} %`,
          })),
        },
        {
          title: 'Dead letters that wait',
          description: 'Entries that are missing in the trail until an operator replays or discards them.',
          unit: 'short',
          kind: 'stat',
          width: 4,
          bounds: { bad: 'high', yellow: 1, red: 1 },
          queries: [{ expr: highest('patchbay_dead_letters_waiting'), legend: 'dead letters' }],
        },
        {
          title: 'Months with a partition',
          description:
            'Months after this one for which the trail has a partition. Below 0 nothing is recorded.',
          unit: 'short',
          kind: 'stat',
          width: 4,
          bounds: { bad: 'low', yellow: 2, red: 1 },
          queries: [{ expr: highest('patchbay_partitions_ahead'), legend: 'months' }],
        },
        {
          title: 'Oldest entry without a published head',
          description:
            'Heads are published every minute by default. If it grows, Kafka does not take them, or a chain was altered: the log names it.',
          unit: 's',
          bounds: { bad: 'high', yellow: 300, red: 600 },
          queries: [{ expr: highest('patchbay_heads_oldest'), legend: 'oldest' }],
        },
        {
          title: 'Published heads',
          description: 'Heads of chains that were signed and published.',
          unit: 'ops',
          queries: [{ expr: perSecond('patchbay_heads_published'), legend: 'heads' }],
        },
      ],
    },
    {
      title: 'Mails',
      panels: [
        {
          title: 'Mails that wait',
          description: 'Queued mails that are not sent yet, by service.',
          unit: 'short',
          queries: [{ expr: highest('patchbay_mails_waiting', 'context'), legend: '{{context}}' }],
        },
        {
          title: 'Oldest mail that waits',
          description: 'Somebody waits for it: a sign-in link, an invitation.',
          unit: 's',
          bounds: { bad: 'high', yellow: 60, red: 300 },
          queries: [{ expr: highest('patchbay_mails_oldest', 'context'), legend: '{{context}}' }],
        },
        {
          title: 'Attempts to send',
          description:
            'sent; retried: the mail server did not take it now; failed: given up. The log has the answer of the mail server.',
          unit: 'ops',
          queries: [
            { expr: perSecond('patchbay_mails_sent', 'job, outcome'), legend: '{{job}} {{outcome}}' },
          ],
        },
      ],
    },
  ],
};
