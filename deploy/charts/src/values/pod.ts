import {
  anyObject,
  atLeast,
  closed,
  countOrPercent,
  flag,
  type JsonSchema,
  listOf,
  oneOf,
  someText,
  text,
  textByName,
} from '../json-schema.ts';
import { group, leaf, type Value } from './value.ts';

/** `--set image.tag=1234567` makes a number of a tag, such as a commit that has digits only. */
const tag: JsonSchema = { type: ['string', 'integer'] };
const pullPolicies = oneOf('', 'Always', 'IfNotPresent', 'Never');
export const pullSecrets = listOf(closed({ name: text }));

export const imageValues = (service: string): readonly Value[] => [
  group('image', 'The image of the service.', [
    leaf('registry', 'Host before the repository; empty: `global.image.registry`, else none.', '', text),
    leaf('repository', 'Name of the image.', `patchbay/${service}`, someText),
    leaf('tag', 'Empty: `global.image.tag`, else the version that the chart was made for.', '', tag),
    leaf('digest', 'Wins over the tag: `sha256:…`. A tag can be moved, a digest cannot.', '', {
      type: 'string',
      pattern: '^(sha256:[0-9a-f]{64})?$',
    }),
    leaf('pullPolicy', 'Empty: `global.image.pullPolicy`, else `IfNotPresent`.', '', pullPolicies),
  ]),
  leaf(
    'imagePullSecrets',
    'Secrets with which images are pulled, as `- name: …`; empty: `global.imagePullSecrets`.',
    [],
    pullSecrets,
  ),
];

export const globalImage = closed({ registry: text, tag, pullPolicy: pullPolicies });

export const replicaValues: readonly Value[] = [
  leaf(
    'replicas',
    'Pods. Two, so that one may go at any time: on a rollout, with its node, or by a fault. Ignored with `autoscaling`.',
    2,
    atLeast(0),
  ),
  group(
    'autoscaling',
    'A HorizontalPodAutoscaler by CPU, instead of `replicas`. Needs the metrics server. When it is switched on for a running release, Kubernetes goes down to one pod until the autoscaler acts, within half a minute: choose a quiet time.',
    [
      leaf('enabled', 'Whether there is one.', false, flag),
      leaf('minReplicas', 'Pods at least.', 2, atLeast(1)),
      leaf(
        'maxReplicas',
        'Pods at most. Each one of a service with a database has its own connections.',
        6,
        atLeast(1),
      ),
      leaf(
        'targetCpuPercent',
        'Average CPU use that is aimed at, in percent of `resources.requests.cpu`.',
        70,
        {
          type: 'integer',
          minimum: 1,
        },
      ),
    ],
  ),
  group('rollout', 'How pods of one version are replaced by those of the next.', [
    leaf('maxSurge', 'Pods above `replicas` meanwhile.', 1, countOrPercent),
    leaf(
      'maxUnavailable',
      'Pods below `replicas` meanwhile: a pod goes only when another one is ready.',
      0,
      countOrPercent,
    ),
    leaf('minReadySeconds', 'How long a pod must be ready before the next one is replaced.', 2, atLeast(0)),
  ]),
  leaf(
    'resources',
    'Of each pod. No CPU limit: the kernel would stop the process in the midst of requests while cores are idle; the request is its share when they are not. The memory limit is above the 384 MB that the image allows the heap of Node.',
    { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '640Mi' } },
    anyObject,
  ),
];

export const placeValues: readonly Value[] = [
  group(
    'serviceAccount',
    'The account of the pods. They have no token: no process asks the API of Kubernetes.',
    [
      leaf('create', 'Whether the chart makes it.', true, flag),
      leaf('name', 'Empty: the name of the service, or `default` without `create`.', '', text),
      leaf('annotations', 'Annotations of the account.', {}, textByName),
    ],
  ),
  group('podDisruptionBudget', 'Bounds how many pods are evicted at once when nodes are drained.', [
    leaf('enabled', 'Whether there is one.', true, flag),
    leaf('maxUnavailable', 'Pods that may be missing.', 1, countOrPercent),
  ]),
  leaf('podAnnotations', 'Annotations of the pods.', {}, textByName),
  leaf(
    'podLabels',
    'Labels of the pods, besides those of the chart.',
    {},
    {
      type: 'object',
      // By these the Deployment and the Service find their pods.
      patternProperties: { '^app\\.kubernetes\\.io/(name|component|part-of)$': false },
      additionalProperties: text,
    },
  ),
  leaf('nodeSelector', 'Labels of the nodes that pods may run on.', {}, textByName),
  leaf('tolerations', 'Taints of nodes that are tolerated.', [], listOf(anyObject)),
  leaf('affinity', 'Affinity of the pods.', {}, anyObject),
  leaf('priorityClassName', 'PriorityClass of the pods.', '', text),
  leaf(
    'topologySpread',
    'By label of nodes, whether pods must be spread evenly over its values (`DoNotSchedule`) or should be (`ScheduleAnyway`).',
    { 'kubernetes.io/hostname': 'ScheduleAnyway', 'topology.kubernetes.io/zone': 'ScheduleAnyway' },
    { type: 'object', additionalProperties: oneOf('ScheduleAnyway', 'DoNotSchedule') },
  ),
];
