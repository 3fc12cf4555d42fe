import { migrationsOf, sealingOf } from '@patchbay/local/services';
import {
  type DatabaseService,
  databaseServices,
  programOf,
  type ServiceName,
} from '@patchbay/platform/services';
import {
  anyObject,
  atLeast,
  closed,
  countOrPercent,
  flag,
  group,
  type JsonSchema,
  leaf,
  listOf,
  oneOf,
  someText,
  text,
  type Value,
} from '../value.ts';

/** `--set image.tag=1234567` turns a tag of digits, such as a commit, into a number. */
const tag: JsonSchema = { type: ['string', 'integer'] };
const pullPolicies = oneOf('', 'Always', 'IfNotPresent', 'Never');
export const pullSecrets = listOf(closed({ name: text }));

export const imageValues = (service: ServiceName): readonly Value[] => [
  group('image', 'The image of the service.', [
    leaf('registry', 'Host before the repository; empty: `global.image.registry`, else none.', '', text),
    leaf('repository', 'Name of the image.', `patchbay/${programOf(service).folder}`, someText),
    leaf('tag', 'Empty: `global.image.tag`, else the version of the chart.', '', tag),
    leaf('digest', 'Wins over the tag: `sha256:…`. A tag can be moved, a digest cannot.', '', {
      type: 'string',
      pattern: '^(sha256:[0-9a-f]{64})?$',
    }),
    leaf('pullPolicy', 'Empty: `global.image.pullPolicy`, else `IfNotPresent`.', '', pullPolicies),
  ]),
  leaf(
    'imagePullSecrets',
    'Secrets for pulling images, as `- name: …`; empty: `global.imagePullSecrets`.',
    [],
    pullSecrets,
  ),
];

export const globalImage = closed({ registry: text, tag, pullPolicy: pullPolicies });

/** Of an autoscaler, whichever it is. */
export const podBounds: readonly Value[] = [
  leaf('minReplicas', 'Smallest number of pods.', 2, atLeast(1)),
  leaf(
    'maxReplicas',
    'Largest number of pods. Each pod of a service with a database opens its own connections.',
    6,
    atLeast(1),
  ),
];

export const replicaValues: readonly Value[] = [
  leaf(
    'replicas',
    'Number of pods. Two, so that one may be lost at any time: on a rollout, with its node, or by a fault. Ignored with autoscaling.',
    2,
    atLeast(0),
  ),
  group(
    'autoscaling',
    'A HorizontalPodAutoscaler by CPU, instead of `replicas`. Needs the metrics server. When you switch it on for a running release, Kubernetes scales down to one pod until the autoscaler acts, within half a minute: choose a quiet time.',
    [
      leaf('enabled', 'Whether to create it.', false, flag),
      ...podBounds,
      leaf('targetCpuPercent', 'Target of the average CPU use, in percent of `resources.requests.cpu`.', 70, {
        type: 'integer',
        minimum: 1,
      }),
    ],
  ),
  group('rollout', 'How the pods of a new version replace those of the old one.', [
    leaf('maxSurge', 'Pods above `replicas` during a rollout.', 1, countOrPercent),
    leaf(
      'maxUnavailable',
      'Pods below `replicas` during a rollout. 0: a pod stops only when another one is ready.',
      0,
      countOrPercent,
    ),
    leaf(
      'minReadySeconds',
      'Seconds that a pod must be ready before the next one is replaced.',
      2,
      atLeast(0),
    ),
  ]),
  leaf(
    'resources',
    'Resources of each pod. There is no CPU limit: the kernel would throttle the process although cores are idle. The CPU request is its share when they are not. The memory limit leaves room above the 384 MB that the image allows the heap of Node.',
    { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '640Mi' } },
    anyObject,
  ),
];

const ownerOf = (service: DatabaseService): string =>
  migrationsOf[service].owner ?? migrationsOf[service].schema;

const migration = (owner: string, seals: boolean): Value =>
  group('migration', 'A Job that migrates the schema before the installation and before each upgrade.', [
    leaf(
      'enabled',
      'Whether to create it. Without it, migrate the schema before each upgrade yourself.',
      true,
      flag,
    ),
    leaf(
      'existingSecret',
      `Required: a Secret with the key DATABASE_URL of the role that owns the schema, \`${owner}\`.`,
      '',
      text,
    ),
    leaf(
      'resources',
      seals
        ? 'Resources of its pod, and of the job that reseals after a key rotation.'
        : 'Resources of its pod.',
      { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '640Mi' } },
      anyObject,
    ),
    leaf(
      'activeDeadlineSeconds',
      'Seconds after which the Job is stopped and the upgrade fails. Set the `--timeout` of Helm higher; its default is 5 minutes.',
      600,
      atLeast(1),
    ),
    leaf('backoffLimit', 'How often a failed Job is retried.', 1, atLeast(0)),
  ]);

const retention: Value = group('retention', 'A CronJob that removes old months of the audit trail.', [
  leaf(
    'months',
    'A month of entries is removed once it ended more than this many months ago; 0: all entries are kept, and there is no CronJob.',
    0,
    { type: 'integer', minimum: 0, maximum: 1_200 },
  ),
  leaf('schedule', 'Schedule of the CronJob, in UTC.', '30 3 2 * *', someText),
  leaf(
    'existingSecret',
    'A Secret with the key DATABASE_URL of the role that owns the schema; empty: `migration.existingSecret`.',
    '',
    text,
  ),
  leaf(
    'resources',
    'Resources of its pod.',
    { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '640Mi' } },
    anyObject,
  ),
]);

export const jobValues = (service: ServiceName): readonly Value[] => [
  ...databaseServices
    .filter((name) => name === service)
    .map((name) => migration(ownerOf(name), name in sealingOf)),
  ...(service === 'audit' ? [retention] : []),
];
