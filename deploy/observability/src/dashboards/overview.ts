import { type DashboardSource, here } from '../dashboard.ts';
import { highest, observedPerSecond, perSecond, quantile, total } from './queries.ts';

const requests = 'patchbay_http_request_duration';
/** Probes ask for it all the time. */
const noProbes = 'operation!="getHealth"';

export const overview: DashboardSource = {
  name: 'overview',
  title: 'overview',
  description:
    'How the platform does as a whole: requests, errors, times, error budgets, and what is nearly full.',
  rows: [
    {
      title: 'Objectives',
      panels: [
        {
          title: 'Error budget left',
          description:
            'The share of the error budget of the last 30 days that is left, by objective and part; below 0 the objective was missed. Needs 30 days of data to be exact.',
          unit: 'percentunit',
          kind: 'stat',
          width: 24,
          bounds: { bad: 'low', yellow: 0.5, red: 0.1 },
          queries: [
            {
              expr: `min by (slo, part) (patchbay:slo_budget_left:30d{${here}})`,
              legend: '{{slo}}: {{part}}',
            },
          ],
        },
        {
          title: 'Speed at which budgets are used',
          description:
            'Over the last hour, as a multiple of the speed that uses up a budget in 30 days. Above 1 an objective will be missed if it lasts; from 14.4 on somebody is called.',
          unit: 'short',
          width: 12,
          bounds: { bad: 'high', yellow: 1, red: 14.4 },
          queries: [
            { expr: `max by (slo, part) (patchbay:slo_burn:1h{${here}})`, legend: '{{slo}}: {{part}}' },
          ],
        },
        {
          title: 'Events that missed an objective',
          description:
            'Failed requests, late answers and late entries a second; for mails and statuses 1 while they are late.',
          unit: 'short',
          width: 12,
          queries: [
            {
              expr: `sum by (slo, part) (patchbay:slo_failures:rate5m{${here}})`,
              legend: '{{slo}}: {{part}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Requests',
      panels: [
        {
          title: 'Requests by status',
          description: 'Requests that the gateway and the Portal answered, without health checks.',
          unit: 'reqps',
          queries: [{ expr: observedPerSecond(requests, 'status', noProbes), legend: '{{status}}' }],
        },
        {
          title: 'Failed requests by operation',
          description:
            'Answers with a 5xx. The log line “request failed” has the reason; one service behind several operations is seen on the dashboard of services.',
          unit: 'reqps',
          queries: [
            {
              expr: observedPerSecond(requests, 'operation, status', 'status=~"5.."'),
              legend: '{{operation}} {{status}}',
            },
          ],
        },
        {
          title: 'Time to answer',
          description:
            'How long requests take that do not fail: half, 95 % and 99 % of them take less than the line. Exports of the trail and attempts at providers are in it.',
          unit: 's',
          queries: [0.5, 0.95, 0.99].map((share) => ({
            expr: quantile(share, requests, '', `${noProbes}, status!~"5.."`),
            legend: `${share * 100} %`,
          })),
        },
        {
          title: 'Slowest operations',
          description: 'The ten operations whose slowest hundredth takes longest.',
          unit: 's',
          width: 12,
          queries: [
            { expr: `topk(10, ${quantile(0.99, requests, 'operation', noProbes)})`, legend: '{{operation}}' },
          ],
        },
        {
          title: 'Most used operations',
          description: 'The ten operations with the most requests.',
          unit: 'reqps',
          width: 12,
          queries: [
            {
              expr: `topk(10, ${observedPerSecond(requests, 'operation', noProbes)})`,
              legend: '{{operation}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Saturation',
      panels: [
        {
          title: 'Event loops',
          description:
            'The share of the time in which the busiest process of each service computes. A process has one core: above 0.8 answers wait for each other.',
          unit: 'percentunit',
          bounds: { bad: 'high', yellow: 0.6, red: 0.8 },
          queries: [{ expr: highest('patchbay_event_loop_utilization', 'job'), legend: '{{job}}' }],
        },
        {
          title: 'Requests that run and that are refused',
          description:
            'Requests that all gateways are answering now, and requests a second that they refuse because as many run as they take.',
          unit: 'short',
          queries: [
            { expr: total('patchbay_requests_running'), legend: 'running' },
            { expr: perSecond('patchbay_requests_shed'), legend: 'refused a second' },
          ],
        },
        {
          title: 'Waiting for Postgres',
          description:
            'Statements and transactions that wait for a connection of their pool. Short peaks are harmless.',
          unit: 'short',
          queries: [{ expr: total('patchbay_pool_waiting', 'job'), legend: '{{job}}' }],
        },
        {
          title: 'Memory',
          description:
            'Resident memory of the largest process of each service. A container should get 640 MiB.',
          unit: 'bytes',
          queries: [{ expr: highest('patchbay_memory', 'job', 'kind="rss"'), legend: '{{job}}' }],
        },
        {
          title: 'Events on their way',
          description:
            'Age of the oldest event in each outbox, and of the oldest message that a consumer handles.',
          unit: 's',
          bounds: { bad: 'high', yellow: 5, red: 30 },
          queries: [
            { expr: highest('patchbay_outbox_oldest', 'context'), legend: 'outbox of {{context}}' },
            { expr: highest('patchbay_consumer_oldest', 'consumer'), legend: 'consumer {{consumer}}' },
          ],
        },
        {
          title: 'Processes by version',
          description:
            'How many processes of each service run, by version and commit. Two versions are a rollout.',
          unit: 'short',
          queries: [
            {
              expr: total('patchbay_build', 'job, version, commit'),
              legend: '{{job}} {{version}} {{commit}}',
            },
          ],
        },
      ],
    },
  ],
};
