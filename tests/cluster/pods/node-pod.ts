import { readFile } from 'node:fs/promises';
import type { Kubernetes, Manifest } from '../kubernetes.ts';

export interface NodePod {
  readonly name: string;
  /** An image with Node: one of ours. */
  readonly image: string;
  /** A program of this folder, mounted as `/program/<file>`. Undefined: none. */
  readonly file?: string;
  /** What `node` runs. Default: nothing, until it is stopped. */
  readonly args?: readonly string[];
  /** A Secret that is mounted as the folder `/secret`. */
  readonly secret?: string;
}

/** The label by which Services and NetworkPolicies choose a pod of the run. */
export const labelsOf = (name: string): Readonly<Record<string, string>> => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'patchbay-test',
});

const forever = ['--eval', 'setInterval(() => {}, 1_000_000)'];

/** Starts a pod under the rules of the namespace; resolves when its program runs. */
export async function startNodePod(kubernetes: Kubernetes, pod: NodePod): Promise<void> {
  const { name, image, file, args = forever, secret } = pod;
  const security = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } };
  const volumes = [
    ...(file === undefined ? [] : [{ name: 'program', configMap: { name } }]),
    ...(secret === undefined ? [] : [{ name: 'secret', secret: { secretName: secret } }]),
  ];
  const program: Manifest[] =
    file === undefined
      ? []
      : [
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name },
            data: { [file]: await readFile(new URL(file, import.meta.url), 'utf8') },
          },
        ];
  await kubernetes.apply(...program, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: labelsOf(name) },
    spec: {
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 1,
      securityContext: security,
      containers: [
        {
          name,
          image,
          imagePullPolicy: 'IfNotPresent',
          command: ['node', ...args],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          volumeMounts: volumes.map((volume) => ({ name: volume.name, mountPath: `/${volume.name}` })),
        },
      ],
      volumes,
    },
  });
  await kubernetes.kubectl('wait', '--for=condition=Ready', `pod/${name}`, '--timeout=120s');
}
