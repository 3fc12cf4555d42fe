import type { DashboardSource } from '../dashboard.ts';
import { perSecond } from './queries.ts';

const refused = 'patchbay_requests_refused';

export const refusals: DashboardSource = {
  name: 'refusals',
  title: 'refused requests',
  description:
    'Who is refused and why: credentials, roles, limits, overload. The log lines “request refused” have the addresses.',
  rows: [
    {
      title: 'Callers',
      panels: [
        {
          title: 'Refused requests by kind',
          description:
            'credential: none that is valid; role: it does not allow the operation; origin: a page that is not trusted; tenancy: not in that organization or workspace; limit: too many requests.',
          unit: 'reqps',
          queries: [{ expr: perSecond(refused, 'refusal'), legend: '{{refusal}}' }],
        },
        {
          title: 'Refused credentials by reason',
          description:
            'Many of key_unknown or session_unknown: somebody tries credentials. key_expired, key_revoked: a client has an old one.',
          unit: 'reqps',
          bounds: { bad: 'high', yellow: 1, red: 1 },
          queries: [{ expr: perSecond(refused, 'reason', 'refusal="credential"'), legend: '{{reason}}' }],
        },
        {
          title: 'Requests about what the caller is not in',
          description:
            'Organizations and workspaces that do not exist, or that the caller may not see, by operation.',
          unit: 'reqps',
          bounds: { bad: 'high', yellow: 1, red: 1 },
          queries: [{ expr: perSecond(refused, 'operation', 'refusal="tenancy"'), legend: '{{operation}}' }],
        },
        {
          title: 'Roles that are too low',
          description: 'By operation. Many of one: a client expects more than its role allows.',
          unit: 'reqps',
          width: 12,
          queries: [{ expr: perSecond(refused, 'operation', 'refusal="role"'), legend: '{{operation}}' }],
        },
        {
          title: 'Pages that are not trusted',
          description: 'Session cookies with an Origin that is missing or not in TRUSTED_ORIGINS.',
          unit: 'reqps',
          width: 12,
          queries: [{ expr: perSecond(refused, 'operation', 'refusal="origin"'), legend: '{{operation}}' }],
        },
      ],
    },
    {
      title: 'Limits',
      panels: [
        {
          title: 'Limits that were hit',
          description: 'Requests refused with 429, by the name of the limit.',
          unit: 'reqps',
          queries: [{ expr: perSecond(refused, 'reason', 'refusal="limit"'), legend: '{{reason}}' }],
        },
        {
          title: 'Limits that were hit, by operation',
          description: 'Requests refused with 429, by operation.',
          unit: 'reqps',
          queries: [{ expr: perSecond(refused, 'operation', 'refusal="limit"'), legend: '{{operation}}' }],
        },
        {
          title: 'Counted without Redis',
          description: 'Requests that each process counted by itself, because Redis was not reachable.',
          unit: 'reqps',
          queries: [{ expr: perSecond('patchbay_rate_limit_fallback'), legend: 'requests' }],
        },
      ],
    },
    {
      title: 'Overload and calls between services',
      panels: [
        {
          title: 'Refused because of overload',
          description: 'Requests that a gateway refused with 503 because as many ran as it takes.',
          unit: 'reqps',
          width: 12,
          queries: [
            { expr: perSecond('patchbay_requests_shed', 'pod, instance'), legend: '{{pod}} {{instance}}' },
          ],
        },
        {
          title: 'Refused calls between services',
          description:
            'No valid token, a service that may not make the call, or a connection without a valid certificate. Should be none.',
          unit: 'reqps',
          width: 12,
          queries: [{ expr: perSecond('patchbay_rpc_refused', 'job, reason'), legend: '{{job}} {{reason}}' }],
        },
      ],
    },
  ],
};
