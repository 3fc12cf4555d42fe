import {
  anyObject,
  atLeast,
  countOrPercent,
  flag,
  group,
  type JsonSchema,
  leaf,
  listOf,
  named,
  oneOf,
  orNull,
  text,
  textByName,
  type Value,
} from '../value.ts';

export const placementValues: readonly Value[] = [
  group(
    'serviceAccount',
    'The ServiceAccount of the pods. No token is mounted: no process calls the API of Kubernetes.',
    [
      leaf('create', 'Whether the chart creates it.', true, flag),
      leaf('name', 'Empty: the name of the Service, or `default` without `create`.', '', text),
      leaf('annotations', 'Annotations of the account.', {}, textByName),
    ],
  ),
  group('podDisruptionBudget', 'Limits how many pods are evicted at once when nodes are drained.', [
    leaf('enabled', 'Whether to create it.', true, flag),
    leaf('maxUnavailable', 'Pods that may be unavailable.', 1, countOrPercent),
  ]),
  leaf('podAnnotations', 'Annotations of the pods.', {}, textByName),
  leaf(
    'podLabels',
    'Labels of the pods, besides those of the chart.',
    {},
    {
      type: 'object',
      // The Deployment and the Service select their pods by these.
      patternProperties: { '^app\\.kubernetes\\.io/(name|component|part-of)$': false },
      additionalProperties: text,
    },
  ),
  leaf('nodeSelector', 'Labels of the nodes that may run the pods.', {}, textByName),
  leaf('tolerations', 'Taints of nodes that the pods tolerate.', [], listOf(anyObject)),
  leaf('affinity', 'Affinity of the pods.', {}, anyObject),
  leaf('priorityClassName', 'PriorityClass of the pods.', '', text),
  leaf(
    'topologySpread',
    'By label of nodes: whether pods must be spread evenly over its values (`DoNotSchedule`) or should be (`ScheduleAnyway`).',
    { 'kubernetes.io/hostname': 'ScheduleAnyway', 'topology.kubernetes.io/zone': 'ScheduleAnyway' },
    { type: 'object', additionalProperties: oneOf('ScheduleAnyway', 'DoNotSchedule') },
  ),
];

/** Refuses what the level `restricted` of the Pod Security Standards refuses: pods of ours need no more. */
const podSecurity: JsonSchema = {
  type: 'object',
  required: ['runAsNonRoot', 'seccompProfile'],
  properties: {
    runAsNonRoot: { enum: [true] },
    runAsUser: orNull(atLeast(1)),
    runAsGroup: orNull(atLeast(0)),
    fsGroup: orNull(atLeast(0)),
    seccompProfile: anyObject,
  },
};

const containerSecurity: JsonSchema = {
  type: 'object',
  required: ['allowPrivilegeEscalation', 'capabilities'],
  properties: {
    allowPrivilegeEscalation: { enum: [false] },
    privileged: { enum: [false, null] },
    runAsNonRoot: { enum: [true, null] },
    runAsUser: orNull(atLeast(1)),
    capabilities: {
      type: 'object',
      required: ['drop'],
      properties: { drop: { type: 'array', contains: { enum: ['ALL'] } } },
    },
  },
};

export const securityValues: readonly Value[] = [
  leaf(
    'podSecurityContext',
    'Security context of all pods: those that serve, jobs and tests. `null` leaves a key out. On OpenShift, which assigns these numbers itself, set `runAsUser`, `runAsGroup` and `fsGroup` to `null`. Elsewhere the process needs `fsGroup` to read the mounted Secrets.',
    {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    podSecurity,
  ),
  leaf(
    'securityContext',
    'Security context of the containers of the chart. `null` leaves a key out.',
    { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    containerSecurity,
  ),
];

/** What these name has to exist before the migration, which is a hook: a chart that makes it comes too late. */
const beforeMigrations = 'What they name must exist before the installation.';

export const extraValues: readonly Value[] = [
  leaf(
    'extraEnv',
    'Further variables of the service and of its jobs, as `- name: …` with `value` or `valueFrom`, such as `OTEL_EXPORTER_OTLP_HEADERS` from a Secret. Variables that the service reads belong into `config` or its Secret, and are refused here.',
    [],
    listOf(named),
  ),
  leaf(
    'extraEnvFrom',
    `ConfigMaps and Secrets whose keys become variables of the service and of its jobs. \`config\` wins over them. ${beforeMigrations}`,
    [],
    listOf(anyObject),
  ),
  leaf(
    'extraVolumes',
    `Further volumes of the pods that serve and of jobs. ${beforeMigrations}`,
    [],
    listOf(named),
  ),
  leaf(
    'extraVolumeMounts',
    'Where the containers of the service and of its jobs mount them.',
    [],
    listOf(named),
  ),
  leaf(
    'extraContainers',
    'Further containers of the pods that serve. Jobs do not get them, because they would not end.',
    [],
    listOf(named),
  ),
  leaf(
    'extraInitContainers',
    'Containers that run before the service and before its jobs. With `restartPolicy: Always` one runs beside them and ends with a job, such as a proxy to Postgres.',
    [],
    listOf(named),
  ),
];
