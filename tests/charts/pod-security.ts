import type { Container, Pod } from './resource.ts';

/** The volumes that the level `restricted` allows. */
const allowedVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

function containerProblems({ name, ports = [], securityContext = {} }: Container, pod: Pod): string[] {
  const { capabilities = {}, privileged, allowPrivilegeEscalation, readOnlyRootFilesystem } = securityContext;
  const inherited = { ...pod.spec.securityContext, ...securityContext };
  const rules: readonly (readonly [boolean, string])[] = [
    [privileged !== true, 'is privileged'],
    [allowPrivilegeEscalation === false, 'may gain privileges'],
    [capabilities.drop?.includes('ALL') === true, 'keeps capabilities'],
    [(capabilities.add ?? []).every((each) => each === 'NET_BIND_SERVICE'), 'adds capabilities'],
    [inherited.runAsNonRoot === true, 'may run as root'],
    [inherited.runAsUser !== 0, 'runs as root'],
    [
      ['RuntimeDefault', 'Localhost'].includes(inherited.seccompProfile?.type ?? ''),
      'has no seccomp profile',
    ],
    [ports.every(({ hostPort }) => hostPort === undefined), 'takes a port of the node'],
    // Beyond the standard: nothing is written at run time.
    [readOnlyRootFilesystem === true, 'may write to its image'],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => `${name} ${problem}`);
}

/** What the level `restricted` of the Pod Security Standards forbids. */
export function restrictedProblems(pod: Pod): readonly string[] {
  const { containers, initContainers = [], volumes = [], ...spec } = pod.spec;
  const shared = [spec.hostNetwork, spec.hostPID, spec.hostIPC].some((each) => each === true);
  const kinds = volumes.flatMap((volume) => Object.keys(volume).filter((key) => key !== 'name'));
  return [
    ...(shared ? ['the pod shares a namespace of the node'] : []),
    ...kinds.filter((kind) => !allowedVolumes.includes(kind)).map((kind) => `the pod has a volume ${kind}`),
    ...[...containers, ...initContainers].flatMap((container) => containerProblems(container, pod)),
  ];
}
