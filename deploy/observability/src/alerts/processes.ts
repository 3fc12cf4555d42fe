import { containerMemory, maximumHeap } from '../memory.ts';
import type { Alert, Group } from '../rule.ts';

/** Namespaces in which Patchbay runs, or did until an hour ago: other things there and elsewhere have names such as gateway too. */
const ours = 'group by (namespace) (last_over_time(patchbay_build[1h]))';

export const processAlerts: Group<Alert> = {
  name: 'patchbay-processes',
  rules: [
    {
      alert: 'PatchbayServiceDown',
      severity: 'page',
      expr: 'group by (namespace, job) (last_over_time(patchbay_build[1h]))\nunless group by (namespace, job) (up == 1)',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: no process of {{ $labels.job }} answers',
      description:
        'Prometheus reaches no process of a service that ran within the last hour. A service that was removed on purpose is forgotten after that hour.',
      runbook: 'alerts.md#when-a-server-or-a-service-is-down',
    },
    {
      alert: 'PatchbayPodNotReady',
      severity: 'ticket',
      expr: [
        'max by (namespace, pod) (kube_pod_status_ready{condition="true"}) == 0',
        'unless on (namespace, pod) kube_pod_status_phase{phase=~"Succeeded|Failed"} == 1',
        `and on (namespace) ${ours}`,
      ].join('\n'),
      lasting: '10m',
      summary: '{{ $labels.namespace }}: {{ $labels.pod }} has not been ready for ten minutes',
      description:
        'A pod does not start, or answers that it is not ready: the answer of its /readyz names the reason. Needs kube-state-metrics.',
      runbook: 'processes.md#start-and-stop',
    },
    {
      alert: 'PatchbayMemoryHigh',
      severity: 'ticket',
      expr: `max by (namespace, job, pod, instance) (patchbay_memory{kind="rss"}) > 0.9 * ${containerMemory}`,
      lasting: '5m',
      summary:
        '{{ $labels.namespace }}: {{ $labels.job }} uses {{ $value | humanize1024 }}B of memory ({{ $labels.pod }})',
      description:
        'A process has more than nine tenths of the 640 MiB that a container should get: beyond its limit the kernel kills it.',
      runbook: 'processes.md#memory',
    },
    {
      alert: 'PatchbayHeapHigh',
      severity: 'ticket',
      expr: `max by (namespace, job, pod, instance) (patchbay_memory{kind="heap_used"}) > 0.85 * ${maximumHeap}`,
      lasting: '5m',
      summary:
        '{{ $labels.namespace }}: the heap of {{ $labels.job }} is {{ $value | humanize1024 }}B ({{ $labels.pod }})',
      description:
        'The heap of a process is above 85 % of the limit that deploy/service.env sets: at the limit the process ends and is started again.',
      runbook: 'processes.md#memory',
    },
    {
      alert: 'PatchbayEventLoopBusy',
      severity: 'ticket',
      expr: 'max by (namespace, job, pod, instance) (patchbay_event_loop_utilization) > 0.8',
      lasting: '5m',
      summary:
        '{{ $labels.namespace }}: the event loop of {{ $labels.job }} is busy for {{ $value | humanizePercentage }} of the time ({{ $labels.pod }})',
      description:
        'A process computes for more than four fifths of the time, on its one core: answers wait for each other, and a gateway will refuse requests soon. Run more processes of the service.',
      runbook: 'processes.md#overload',
    },
    {
      alert: 'PatchbayOverloaded',
      severity: 'page',
      expr: 'sum by (namespace) (rate(patchbay_requests_shed_total[2m])) > 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: the gateway refuses {{ $value | humanize }} requests a second',
      description: 'A gateway is overloaded and refuses requests with 503.',
      runbook: 'processes.md#overload',
    },
    {
      alert: 'PatchbayPoolWaiting',
      severity: 'ticket',
      expr: 'max by (namespace, job, pod, instance, pool) (patchbay_pool_waiting) > 0',
      lasting: '2m',
      summary: '{{ $labels.namespace }}: requests of {{ $labels.job }} wait for a connection to Postgres',
      description:
        'For two minutes something has waited for a connection: statements are slow, transactions wait for locks, or DATABASE_POOL_SIZE is too low for the load.',
      runbook: 'postgres.md#database-connections',
    },
    {
      alert: 'PatchbayRateLimitsLocal',
      severity: 'ticket',
      expr: 'sum by (namespace) (rate(patchbay_rate_limit_fallback_total[5m])) > 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: limits are counted in each gateway, without Redis',
      description:
        'Redis is not reachable. Each process of the gateway counts by itself, so that clients get as many times their limits as there are processes.',
      runbook: 'alerts.md#when-a-server-or-a-service-is-down',
    },
  ],
};
