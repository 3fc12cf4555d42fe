import type { DashboardSource } from '../dashboard.ts';
import { highest, observedPerSecond, perSecond, quantile } from './queries.ts';

const attempts = 'patchbay_provider_attempts';
const chosen = 'provider=~"$provider"';
const target = 'target=~"$provider"';

export const providers: DashboardSource = {
  name: 'providers',
  title: 'providers',
  description:
    'What the platform does at advertising systems, how they answer, and whether the background keeps up.',
  variables: [
    {
      name: 'provider',
      label: 'Provider',
      query: 'label_values(patchbay_provider_attempts_total{namespace=~"$namespace"}, provider)',
    },
  ],
  rows: [
    {
      title: 'Attempts',
      panels: [
        {
          title: 'Attempts by outcome',
          description:
            'success; permanent: credentials are refused, the client must connect again; transient: tried again; ours: this installation is refused; declined: the person said no; interrupted: by a bound of ours.',
          unit: 'ops',
          queries: [{ expr: perSecond(attempts, 'outcome', chosen), legend: '{{outcome}}' }],
        },
        {
          title: 'Attempts without success, by provider',
          description: 'One provider alone: it has a fault or has changed. All of them: look at our network.',
          unit: 'ops',
          queries: [
            {
              expr: perSecond(attempts, 'provider, outcome', `${chosen}, outcome!="success"`),
              legend: '{{provider}} {{outcome}}',
            },
          ],
        },
        {
          title: 'Attempts that this installation is to blame for',
          description:
            'Within an hour. A client secret, a developer token or an approval is missing or has ended.',
          unit: 'short',
          queries: [
            {
              expr: `sum by (provider) (increase(${attempts}_total{namespace=~"$namespace", ${chosen}, outcome="ours"}[1h]))`,
              legend: '{{provider}}',
            },
          ],
        },
        {
          title: 'Renewals',
          description: 'Access tokens that were renewed before they ended, by outcome.',
          unit: 'ops',
          queries: [
            {
              expr: perSecond(attempts, 'provider, outcome', `${chosen}, attempt="renew"`),
              legend: '{{provider}} {{outcome}}',
            },
          ],
        },
        {
          title: 'Connects',
          description: 'Clients who gave access, or tried to, by outcome.',
          unit: 'ops',
          queries: [
            {
              expr: perSecond(attempts, 'provider, outcome', `${chosen}, attempt="connect"`),
              legend: '{{provider}} {{outcome}}',
            },
          ],
        },
        {
          title: 'Authorizations that end within 7 days',
          description: 'Verifications of the last day that found one: somebody has to connect again.',
          unit: 'short',
          queries: [
            {
              expr: `sum by (provider) (increase(patchbay_authorizations_ending_total{namespace=~"$namespace", ${chosen}}[1d]))`,
              legend: '{{provider}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Requests to providers',
      panels: [
        {
          title: 'Requests by outcome',
          description:
            'By class of the status, or what happened instead: timeout, unreachable, suspended, busy, address_refused, too_large, canceled.',
          unit: 'reqps',
          queries: [
            {
              expr: observedPerSecond('patchbay_outgoing_request_duration', 'outcome', target),
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Time of requests by provider',
          description:
            '95 % of the requests to a provider take less than its line. They end after 10 seconds.',
          unit: 's',
          queries: [
            {
              expr: quantile(0.95, 'patchbay_outgoing_request_duration', 'target', target),
              legend: '{{target}}',
            },
          ],
        },
        {
          title: 'Suspended hosts',
          description: 'Hosts that failed too often: requests to them fail at once, until a probe succeeds.',
          unit: 'short',
          queries: [{ expr: highest('patchbay_outgoing_suspended', 'target', target), legend: '{{target}}' }],
        },
      ],
    },
    {
      title: 'Background',
      panels: [
        {
          title: 'How long work has been due',
          description:
            'Age of the oldest verification, renewal or revocation that no process has taken. It stays near 0.',
          unit: 's',
          width: 12,
          bounds: { bad: 'high', yellow: 300, red: 600 },
          queries: [{ expr: highest('patchbay_background_oldest', 'queue'), legend: '{{queue}}' }],
        },
        {
          title: 'Work that was done',
          description:
            'Attempts by kind: verify, renew and revoke are those of the background; verify also by hand.',
          unit: 'ops',
          width: 12,
          queries: [{ expr: perSecond(attempts, 'attempt', chosen), legend: '{{attempt}}' }],
        },
      ],
    },
  ],
};
