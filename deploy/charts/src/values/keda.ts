import type { ServiceName } from '@patchbay/platform/services';
import { queueOf, topicsOf } from '../queues.ts';
import {
  anyObject,
  atLeast,
  closed,
  flag,
  group,
  leaf,
  listOf,
  oneOf,
  someText,
  text,
  type Value,
} from '../value.ts';
import { podBounds } from './workload.ts';

const mails = leaf(
  'mailsPerPod',
  'Waiting mails for each pod. A mail server that is down makes them wait too, and all pods run then. 0: they do not count.',
  500,
  atLeast(0),
);

const queueValues: Readonly<Partial<Record<ServiceName, Value>>> = {
  identity: mails,
  organization: mails,
  integration: leaf(
    'backgroundSecondsPerPod',
    'Seconds, for each pod, that the oldest due verification, renewal or revocation has waited. 0: they do not count.',
    120,
    atLeast(0),
  ),
  webhook: leaf(
    'deliverySecondsPerPod',
    'Seconds, for each pod, that due deliveries have waited. 0: they do not count.',
    10,
    atLeast(0),
  ),
};

const prometheus = group(
  'prometheus',
  'Where KEDA asks for the metrics of the service. They need `namespace` and `job` as the ServiceMonitor sets them.',
  [
    leaf(
      'serverAddress',
      'Such as `http://prometheus-operated.monitoring.svc:9090`; empty: waiting work does not count.',
      '',
      text,
    ),
    leaf('authModes', 'As KEDA takes them, such as `bearer`; empty: none.', '', text),
    leaf(
      'authenticationRef',
      'A TriggerAuthentication of yours with the credential, as `{name: …}`; `kind: ClusterTriggerAuthentication` for one of the cluster.',
      {},
      closed({ name: someText, kind: oneOf('TriggerAuthentication', 'ClusterTriggerAuthentication') }),
    ),
  ],
);

/** Nothing for a service without a queue: `autoscaling` has its CPU. */
export function kedaValues(service: ServiceName): readonly Value[] {
  const [consumes, queue] = [topicsOf(service).length > 0, queueOf(service)];
  if (!consumes && queue === undefined) return [];
  const queueValue = queueValues[service];
  return [
    group(
      'keda',
      'A ScaledObject of KEDA, which sets the number of pods by waiting work and by CPU, instead of `replicas` and of `autoscaling`, which it excludes. When you switch it on for a running release, Kubernetes scales down to one pod until KEDA acts: choose a quiet time.',
      [
        leaf('enabled', 'Whether to create it.', false, flag),
        ...podBounds,
        leaf('pollingInterval', 'Seconds between two looks at waiting work.', 15, atLeast(1)),
        group('fallback', 'What happens while KEDA cannot learn how much work waits.', [
          leaf('failureThreshold', 'Looks that must fail in a row.', 3, atLeast(1)),
          leaf('replicas', 'Number of pods then.', 3, atLeast(1)),
          leaf(
            'behavior',
            'As KEDA takes it, such as `currentReplicasIfHigher`; empty: exactly these pods.',
            '',
            oneOf('', 'static', 'currentReplicas', 'currentReplicasIfHigher', 'currentReplicasIfLower'),
          ),
        ]),
        leaf(
          'targetCpuPercent',
          'Target of the average CPU use, in percent of `resources.requests.cpu`. 0: CPU does not count.',
          70,
          atLeast(0),
        ),
        ...(consumes
          ? [
              leaf(
                'lagPerPod',
                'Messages of a topic, for each pod, that the consumer group of the service has not handled. Never more pods than partitions with such messages. KEDA connects to Kafka as the service does. 0: they do not count.',
                500,
                atLeast(0),
              ),
            ]
          : []),
        ...(queueValue ? [prometheus, queueValue] : []),
        leaf('extraTriggers', 'Further triggers, as KEDA takes them.', [], listOf(anyObject)),
      ],
    ),
  ];
}
