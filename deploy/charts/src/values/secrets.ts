import type { ServiceName } from '@patchbay/platform/services';
import { flag, group, leaf, listOf, oneOf, text, type Value } from '../value.ts';
import { chartVariablesOf } from '../variables.ts';

export const optionalSecretsOf = (service: ServiceName): readonly string[] =>
  chartVariablesOf(service).flatMap(({ name, secret, required }) => (secret && !required ? [name] : []));

export const requiredSecretsOf = (service: ServiceName): readonly string[] =>
  chartVariablesOf(service).flatMap(({ name, secret, required }) => (secret && required ? [name] : []));

export const secretValues = (service: ServiceName): readonly Value[] => {
  const [required, optional] = [requiredSecretsOf(service), optionalSecretsOf(service)];
  return [
    ...(required.length > 0
      ? [
          leaf(
            'existingSecret',
            `Required. The Secret with the keys ${required.join(', ')}, and those of \`optionalSecrets\`. Each is mounted as a file.`,
            '',
            text,
          ),
        ]
      : []),
    ...(optional.length > 0
      ? [
          leaf(
            'optionalSecrets',
            `The optional keys that \`existingSecret\` has, of ${optional.join(', ')}.`,
            optional.filter((name) => name === 'REDIS_URL'),
            { ...(listOf(oneOf(...optional)) as object), uniqueItems: true },
          ),
        ]
      : []),
  ];
};

export const restartValue: Value = group(
  'restartOnSecretChange',
  'How pods are replaced after a change of a Secret that the process reads at its start: all but those of `rpcTls` and `kafkaTls`, which it reads again.',
  [
    leaf(
      'checksum',
      'Whether `helm upgrade` reads these Secrets and annotates the pods with a checksum, so that it replaces them if one has changed. Helm needs the right to get Secrets. `helm template`, which Argo CD uses, reads nothing: there is no annotation then.',
      true,
      flag,
    ),
    leaf(
      'reloader',
      'Annotations for the Reloader of Stakater, a controller that replaces pods as soon as a Secret changes. `secrets`: these Secrets. `auto`: every Secret and ConfigMap of the pod, also renewed certificates. Empty: none.',
      '',
      oneOf('', 'secrets', 'auto'),
    ),
  ],
);
