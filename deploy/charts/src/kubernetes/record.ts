/**
 * `npm run charts:schemas`: writes deploy/charts/schemas, which resources are checked with, from the sources of Kubernetes, the Gateway
 * API and the Prometheus operator, as Go modules hold them. Needs Go. Run it to check against another version.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '@patchbay/servers/commands';
import { repository } from '../repository.ts';
import { customResourceSchema } from './custom-resources.ts';
import { kubernetesSchema } from './definitions.ts';
import type { OpenApiSchema } from './strict.ts';

/** The oldest version that the charts accept (`kubeVersion`), and a recent one. */
const kubernetesVersions = ['1.29.14', '1.34.3'];
const customResources: readonly { readonly module: string; readonly files: readonly string[] }[] = [
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    files: ['prometheusrules', 'servicemonitors'].map(
      (name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`,
    ),
  },
  {
    module: 'sigs.k8s.io/gateway-api@v1.3.0',
    files: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
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

const kinds: [string, object][] = [];
for (const { module, files } of customResources) {
  const folder = await moduleFolder(module);
  for (const file of files) kinds.push(customResourceSchema(await readFile(join(folder, file), 'utf8')));
}
await write('custom-resources', {
  from: customResources.map(({ module }) => module),
  kinds: Object.fromEntries(kinds),
});
