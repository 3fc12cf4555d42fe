import { attempt, call, type Output } from './program.ts';

/** A resource as `kubectl` takes it: JSON is YAML. */
export type Manifest = Readonly<Record<string, unknown>>;

export interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly status: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
    }[];
  };
}

export const isReady = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined &&
  status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') === true;

/** `kubectl` and `helm` in the namespace of the run. */
export interface Kubernetes {
  readonly namespace: string;
  kubectl(...args: string[]): Promise<string>;
  apply(...manifests: Manifest[]): Promise<void>;
  helm(...args: string[]): Promise<string>;
  /** The same, where a failure is what is looked for. */
  tryHelm(...args: string[]): Promise<Output>;
  /** The pods of a service that serve, those that are ending included. */
  podsOf(service: string): Promise<readonly Pod[]>;
}

export function kubernetesIn(namespace: string): Kubernetes {
  const kubectl = (...args: string[]): Promise<string> =>
    call('kubectl', ['--namespace', namespace, ...args]);
  return {
    namespace,
    kubectl,
    async apply(...manifests) {
      const list = { apiVersion: 'v1', kind: 'List', items: manifests };
      await call('kubectl', ['--namespace', namespace, 'apply', '--filename', '-'], JSON.stringify(list));
    },
    helm: (...args) => call('helm', [...args, '--namespace', namespace]),
    tryHelm: (...args) => attempt('helm', [...args, '--namespace', namespace]),
    async podsOf(service) {
      const selector = `app.kubernetes.io/name=${service},app.kubernetes.io/component=server`;
      const text = await kubectl('get', 'pods', '--selector', selector, '--output', 'json');
      return (JSON.parse(text) as { items: Pod[] }).items;
    },
  };
}

/** Creates the namespace, under the `restricted` pod security level: a pod that needs more is refused. */
export async function createNamespace(name: string): Promise<void> {
  const labels = {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  };
  const manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
  // Refused if it exists: it is removed at the end, with everything in it.
  await call('kubectl', ['create', '--filename', '-'], JSON.stringify(manifest));
}

export const deleteNamespace = async (name: string): Promise<void> => {
  await call('kubectl', ['delete', 'namespace', name, '--ignore-not-found', '--timeout=120s']);
};
