import { type OpenApiSchema, strict } from './strict.ts';

type Definitions = Readonly<Record<string, OpenApiSchema>>;

/** The resources that the charts make: as `apiVersion/kind`, the definition of Kubernetes' OpenAPI document. */
const kinds = {
  'v1/ConfigMap': 'io.k8s.api.core.v1.ConfigMap',
  'v1/Pod': 'io.k8s.api.core.v1.Pod',
  'v1/Service': 'io.k8s.api.core.v1.Service',
  'v1/ServiceAccount': 'io.k8s.api.core.v1.ServiceAccount',
  'apps/v1/Deployment': 'io.k8s.api.apps.v1.Deployment',
  'autoscaling/v2/HorizontalPodAutoscaler': 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'batch/v1/CronJob': 'io.k8s.api.batch.v1.CronJob',
  'batch/v1/Job': 'io.k8s.api.batch.v1.Job',
  'networking.k8s.io/v1/Ingress': 'io.k8s.api.networking.v1.Ingress',
  'networking.k8s.io/v1/NetworkPolicy': 'io.k8s.api.networking.v1.NetworkPolicy',
  'policy/v1/PodDisruptionBudget': 'io.k8s.api.policy.v1.PodDisruptionBudget',
} as const;

const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity';

/** One JSON Schema for all of `kinds`: a resource is valid by `#/kinds/<apiVersion/kind>`, with the `/` of the name escaped. */
export function kubernetesSchema(version: string, definitions: Definitions): object {
  const used = new Map<string, Record<string, unknown>>();
  const add = (name: string): void => {
    const definition = definitions[name];
    if (used.has(name)) return;
    if (definition === undefined) throw new RangeError(`Kubernetes ${version} has no ${name}`);
    const schema = name === quantity ? { type: ['string', 'number'] } : strict(definition);
    used.set(name, schema);
    for (const [, reference = ''] of JSON.stringify(schema).matchAll(/"#\/definitions\/([^"]+)"/g))
      add(reference);
  };
  for (const name of Object.values(kinds)) add(name);
  const sorted = [...used].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    version,
    kinds: Object.fromEntries(
      Object.entries(kinds).map(([kind, name]) => [kind, { $ref: `#/definitions/${name}` }]),
    ),
    definitions: Object.fromEntries(sorted),
  };
}
