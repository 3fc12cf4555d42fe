import type { Alert, Group } from '../rule.ts';

export const callerAlerts: Group<Alert> = {
  name: 'patchbay-callers',
  rules: [
    {
      alert: 'PatchbayCredentialsRefused',
      severity: 'ticket',
      expr: 'sum by (namespace, reason) (rate(patchbay_requests_refused_total{refusal="credential"}[5m])) > 1',
      lasting: '1m',
      summary:
        '{{ $labels.namespace }}: {{ $value | humanize }} credentials a second are refused ({{ $labels.reason }})',
      description:
        'Somebody tries credentials, or a client has an old one; the lines “request refused” have the addresses.',
      runbook: 'alerts.md#refused-callers',
    },
    {
      alert: 'PatchbayAddressLockedOut',
      severity: 'ticket',
      expr: 'sum by (namespace) (rate(patchbay_requests_refused_total{reason="failedCredentialPerAddress"}[5m])) > 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: an address is locked out for its wrong credentials, and goes on',
      description: 'An address has sent so many wrong credentials that it is locked out, and goes on.',
      runbook: 'alerts.md#refused-callers',
    },
    {
      alert: 'PatchbayTenancyProbed',
      severity: 'ticket',
      expr: 'sum by (namespace, operation) (rate(patchbay_requests_refused_total{refusal="tenancy"}[5m])) > 1',
      lasting: '1m',
      summary:
        '{{ $labels.namespace }}: {{ $value | humanize }} requests a second of {{ $labels.operation }} name what their caller is not in',
      description: 'Somebody tries names of organizations and workspaces that they are not in.',
      runbook: 'alerts.md#refused-callers',
    },
    {
      alert: 'PatchbayCallsRefused',
      severity: 'ticket',
      expr: 'sum by (namespace, job, reason) (rate(patchbay_rpc_refused_total[5m])) > 0',
      lasting: '1m',
      summary:
        '{{ $labels.namespace }}: {{ $labels.job }} refuses calls of other services ({{ $labels.reason }})',
      description:
        'A call between services had no valid token, came from a service that may not make it, or a connection had no valid certificate: two services have different keys, a clock is wrong, or something else reaches the RPC port.',
      runbook: 'keys.md#replacing-a-key-of-caller-tokens',
    },
  ],
};
