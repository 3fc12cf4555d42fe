import type { Alert, Group } from '../rule.ts';

export const providerAlerts: Group<Alert> = {
  name: 'patchbay-providers',
  rules: [
    {
      alert: 'PatchbayProviderRefusesUs',
      severity: 'ticket',
      expr: 'sum by (namespace, provider) (increase(patchbay_provider_attempts_total{outcome="ours"}[10m])) > 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: {{ $labels.provider }} refuses this installation',
      description: 'A provider refuses this installation itself, or a value is missing in PROVIDERS_FILE.',
      runbook: 'providers.md#when-attempts-end-with-ours',
    },
    {
      alert: 'PatchbayProviderSuspended',
      severity: 'ticket',
      expr: 'max by (namespace, target) (patchbay_outgoing_suspended) > 0',
      lasting: '1m',
      summary: '{{ $labels.namespace }}: a host of {{ $labels.target }} fails',
      description:
        'A host of a provider fails, and requests to it fail at once; the line “a host outside of the platform fails” has the host. For all at once look at the network, name resolution and certificates.',
      runbook: 'alerts.md#when-a-server-or-a-service-is-down',
    },
    {
      alert: 'PatchbayBackgroundLate',
      severity: 'ticket',
      expr: 'max by (namespace, queue) (patchbay_background_oldest) > 600',
      lasting: '1m',
      summary:
        '{{ $labels.namespace }}: {{ $labels.queue }} have been due for {{ $value | humanizeDuration }}',
      description:
        'Verifications, renewals or revocations are due and nobody does them: integration does not run, cannot keep up, or its database is slow. Statuses are old meanwhile, and access tokens may end.',
      runbook: 'alerts.md#when-a-server-or-a-service-is-down',
    },
  ],
};
