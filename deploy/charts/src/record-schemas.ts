/**
 * `npm run charts:schemas`: writes deploy/charts/schemas, by which tests/charts checks resources of charts and of docs/gitops.md, from the Go
 * modules of Kubernetes and of those who define the custom resources. Needs Go. Run it after changing a version below.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '@patchbay/servers/commands';
import { parse } from 'yaml';
import { repository } from './repository.ts';

const bounds = [
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'required',
] as const;

/** A schema of Kubernetes' OpenAPI document or of a CustomResourceDefinition. */
interface OpenApiSchema extends Readonly<Partial<Record<(typeof bounds)[number], unknown>>> {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** Types of Kubernetes that are written as text or as a number, whatever their schema says. */
const isTextOrNumber = (schema: OpenApiSchema): boolean =>
  schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true;

/**
 * The schema as JSON Schema of draft 7, without descriptions. Unknown keys are refused, as by the strict validation of the API server,
 * so that a misspelt key of a template fails.
 */
function strict(schema: OpenApiSchema): Record<string, unknown> {
  if (schema.$ref !== undefined) return { $ref: schema.$ref };
  if (isTextOrNumber(schema)) return { type: ['string', 'integer'] };
  const { type, items, properties, additionalProperties: others } = schema;
  return {
    ...(type !== undefined && { type }),
    ...Object.fromEntries(bounds.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))),
    ...(items !== undefined && { items: strict(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strict(each)])),
    }),
    ...(typeof others === 'object' && { additionalProperties: strict(others) }),
    ...(properties !== undefined &&
      others === undefined &&
      schema['x-kubernetes-preserve-unknown-fields'] !== true && { additionalProperties: false }),
  };
}

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
function kubernetesSchema(version: string, definitions: Definitions): object {
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

interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: OpenApiSchema };
    }[];
  };
}

/** `metadata` of a custom resource is `type: object` alone. */
const metadata: OpenApiSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

/** The schema of one version of the resource that a CustomResourceDefinition describes, by `apiVersion/kind`. */
function customResourceSchema(yaml: string, version: string): [string, object] {
  const { spec } = parse(yaml) as CustomResourceDefinition;
  const schema = spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema;
  if (schema === undefined) throw new RangeError(`${spec.names.kind} has no version ${version}`);
  return [
    `${spec.group}/${version}/${spec.names.kind}`,
    strict({ ...schema, properties: { ...schema.properties, metadata } }),
  ];
}

/** The oldest version that the charts accept (`kubeVersion`), and a recent one. */
const kubernetesVersions = ['1.29.14', '1.34.3'];

interface CustomResources {
  readonly module: string;
  /** Of the resources. */
  readonly version: string;
  readonly files: readonly string[];
}
const ofCharts: readonly CustomResources[] = [
  {
    module: 'github.com/cert-manager/cert-manager@v1.21.2',
    version: 'v1',
    files: ['deploy/crds/cert-manager.io_certificates.yaml'],
  },
  {
    module: 'github.com/external-secrets/external-secrets@v1.3.2',
    version: 'v1',
    files: ['config/crds/bases/external-secrets.io_externalsecrets.yaml'],
  },
  {
    module: 'github.com/kedacore/keda/v2@v2.21.0',
    version: 'v1alpha1',
    files: ['scaledobjects', 'triggerauthentications'].map((name) => `config/crd/bases/keda.sh_${name}.yaml`),
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    version: 'v1',
    files: ['prometheusrules', 'servicemonitors'].map(
      (name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`,
    ),
  },
  {
    module: 'sigs.k8s.io/gateway-api@v1.3.0',
    version: 'v1',
    files: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  },
];
const ofGitOps: readonly CustomResources[] = [
  {
    module: 'github.com/argoproj/argo-cd/v3@v3.5.6',
    version: 'v1alpha1',
    files: ['manifests/crds/application-crd.yaml'],
  },
  {
    module: 'github.com/fluxcd/helm-controller@v1.6.4',
    version: 'v2',
    files: ['config/crd/bases/helm.toolkit.fluxcd.io_helmreleases.yaml'],
  },
  {
    module: 'github.com/fluxcd/source-controller@v1.9.5',
    version: 'v1',
    files: ['config/crd/bases/source.toolkit.fluxcd.io_ocirepositories.yaml'],
  },
];

async function moduleFolder(module: string): Promise<string> {
  const { Dir } = JSON.parse(await run('go', ['mod', 'download', '-json', module])) as {
    readonly Dir: string;
  };
  return Dir;
}

const write = (name: string, schema: object): Promise<void> =>
  writeFile(repository(`deploy/charts/schemas/${name}.json`), `${JSON.stringify(schema)}\n`);

for (const version of kubernetesVersions) {
  const folder = await moduleFolder(`k8s.io/kubernetes@v${version}`);
  const document = await readFile(join(folder, 'api/openapi-spec/swagger.json'), 'utf8');
  const { definitions } = JSON.parse(document) as {
    readonly definitions: Readonly<Record<string, OpenApiSchema>>;
  };
  await write(`kubernetes-${version}`, kubernetesSchema(version, definitions));
}

for (const [name, modules] of [
  ['custom-resources', ofCharts],
  ['gitops', ofGitOps],
] as const) {
  const schemas: [string, object][] = [];
  for (const { module, version, files } of modules) {
    const folder = await moduleFolder(module);
    for (const file of files)
      schemas.push(customResourceSchema(await readFile(join(folder, file), 'utf8'), version));
  }
  await write(name, { from: modules.map(({ module }) => module), kinds: Object.fromEntries(schemas) });
}
