import type { DashboardSource } from '../dashboard.ts';
import { highest, observedPerSecond, perSecond, quantile, total } from './queries.ts';

const calls = 'patchbay_rpc_server_duration';
const service = 'job=~"$service"';
const replica = 'pod, instance';

export const serviceDashboard: DashboardSource = {
  name: 'service',
  title: 'a service',
  description: 'One service: its calls, its database, its process, and what it looks up.',
  variables: [
    {
      name: 'service',
      label: 'Service',
      query: 'label_values(patchbay_build{namespace=~"$namespace"}, job)',
      single: true,
    },
  ],
  rows: [
    {
      title: 'Calls',
      panels: [
        {
          title: 'Calls by method',
          description: 'Calls of other services that it answers. The gateway and the Portal answer none.',
          unit: 'reqps',
          queries: [{ expr: observedPerSecond(calls, 'rpc_method', service), legend: '{{rpc_method}}' }],
        },
        {
          title: 'Failed calls by method',
          description:
            'Answers other than ok, by failure code. not_found, permission_denied and such are what callers asked for; internal, unavailable and deadline_exceeded are faults.',
          unit: 'reqps',
          queries: [
            {
              expr: observedPerSecond(
                calls,
                'rpc_method, patchbay_failure_code',
                `${service}, patchbay_failure_code!="ok"`,
              ),
              legend: '{{rpc_method}} {{patchbay_failure_code}}',
            },
          ],
        },
        {
          title: 'Time to answer by method',
          description: '99 % of the calls of a method take less than its line.',
          unit: 's',
          queries: [{ expr: quantile(0.99, calls, 'rpc_method', service), legend: '{{rpc_method}}' }],
        },
        {
          title: 'Refused calls',
          description:
            'Calls without a valid token (token), from a service that may not make them (caller), and connections without a valid certificate (certificate). Should be none.',
          unit: 'reqps',
          queries: [
            {
              expr: perSecond(
                'patchbay_rpc_refused',
                'rpc_method, reason, patchbay_calling_service',
                service,
              ),
              legend: '{{reason}} {{rpc_method}} {{patchbay_calling_service}}',
            },
          ],
        },
        {
          title: 'Requests by operation',
          description:
            'Of the gateway and the Portal: requests that they answer. Empty for the other services.',
          unit: 'reqps',
          queries: [
            {
              expr: observedPerSecond('patchbay_http_request_duration', 'operation', service),
              legend: '{{operation}}',
            },
          ],
        },
        {
          title: 'Time to answer by operation',
          description:
            'Of the gateway and the Portal: 99 % of the requests of an operation take less than its line.',
          unit: 's',
          queries: [
            {
              expr: quantile(0.99, 'patchbay_http_request_duration', 'operation', service),
              legend: '{{operation}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Database',
      panels: [
        {
          title: 'Connections',
          description: 'Connections of its pools over all processes, by what they do.',
          unit: 'short',
          queries: [
            {
              expr: total('patchbay_pool_connections', 'pool, state', service),
              legend: '{{pool}} {{state}}',
            },
          ],
        },
        {
          title: 'Waiting for a connection',
          description:
            'Statements and transactions that wait for a connection. If it lasts: slow statements, locks, or a pool that is too small.',
          unit: 'short',
          queries: [{ expr: total('patchbay_pool_waiting', 'pool', service), legend: '{{pool}}' }],
        },
        {
          title: 'Waiting for rows now',
          description: 'Requests that wait in the process for a row which others change.',
          unit: 'short',
          queries: [{ expr: total('patchbay_row_lock_waiting', 'of', service), legend: '{{of}}' }],
        },
        {
          title: 'Time that requests waited for rows',
          description:
            '99 % of the waits are shorter. Long ones in postgres mean that a transaction of another process holds a lock for long.',
          unit: 's',
          width: 12,
          queries: [
            {
              expr: quantile(0.99, 'patchbay_row_lock_wait_duration', 'of, where', service),
              legend: '{{of}} in {{where}}',
            },
          ],
        },
        {
          title: 'Waits for rows that were given up',
          description:
            'One organization or user sends more changes than are made one after the other; its clients get a failure.',
          unit: 'ops',
          width: 12,
          queries: [
            {
              expr: observedPerSecond(
                'patchbay_row_lock_wait_duration',
                'of, where',
                `${service}, outcome="given_up"`,
              ),
              legend: '{{of}} in {{where}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Process',
      panels: [
        {
          title: 'Event loop',
          description: 'The share of the time in which each process computes. Above 0.8 run more processes.',
          unit: 'percentunit',
          bounds: { bad: 'high', yellow: 0.6, red: 0.8 },
          queries: [
            {
              expr: highest('patchbay_event_loop_utilization', replica, service),
              legend: '{{pod}} {{instance}}',
            },
          ],
        },
        {
          title: 'Memory',
          description: 'Resident memory of each process. A container should get 640 MiB.',
          unit: 'bytes',
          queries: [
            {
              expr: highest('patchbay_memory', replica, `${service}, kind="rss"`),
              legend: '{{pod}} {{instance}}',
            },
          ],
        },
        {
          title: 'Memory by kind',
          description:
            'Of the largest process: the heap of JavaScript objects, and buffers outside of it. A heap that only grows is a leak.',
          unit: 'bytes',
          queries: [{ expr: highest('patchbay_memory', 'kind', service), legend: '{{kind}}' }],
        },
      ],
    },
    {
      title: 'Look-ups and limits of the gateway',
      panels: [
        {
          title: 'Look-ups',
          description: 'Sessions, API keys and access that the gateway looks up for its requests, and how.',
          unit: 'ops',
          queries: [
            {
              expr: perSecond('patchbay_lookups', 'lookup, outcome', service),
              legend: '{{lookup}} {{outcome}}',
            },
          ],
        },
        {
          title: 'Shared look-ups',
          description:
            'The share of look-ups that the call of another request answered too. It grows with the number of requests at once.',
          unit: 'percentunit',
          queries: [
            {
              expr: `${perSecond('patchbay_lookups', 'lookup', `${service}, outcome="shared"`)}\n/ ${perSecond('patchbay_lookups', 'lookup', service)}`,
              legend: '{{lookup}}',
            },
          ],
        },
        {
          title: 'Where limits are counted',
          description:
            'reserved: from a block that the process holds; redis: by a call; process: in the process alone, which multiplies limits by the number of processes.',
          unit: 'ops',
          queries: [
            { expr: perSecond('patchbay_rate_limit_decisions', 'source', service), legend: '{{source}}' },
          ],
        },
      ],
    },
  ],
};
