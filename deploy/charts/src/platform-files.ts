import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { anyObject, closed, flag, type JsonSchema, textByName } from './json-schema.ts';
import { valuesTable } from './readme.ts';
import { platformScenarios } from './scenarios.ts';
import { chartYaml, type Files, generatedNote, helmIgnore, json, scenarioFiles } from './service-files.ts';
import { group, leaf, schemaOf, type Value } from './values/value.ts';
import { globalProperties } from './values-schema.ts';
import { valuesYaml } from './values-yaml.ts';
import { version } from './version.ts';

const description = 'The whole of Patchbay: its six services, each by its own chart';

const globalValues = group('global', 'What holds for all services, each of which may say otherwise.', [
  leaf('image', '`registry`, `tag` and `pullPolicy` of the images.', {}, globalProperties.image),
  leaf(
    'imagePullSecrets',
    'Secrets with which images are pulled, as `- name: …`.',
    [],
    globalProperties.imagePullSecrets,
  ),
  leaf(
    'config',
    'Variables that are no secrets: each reaches the services that read it. Required: PUBLIC_URL, PORTAL_URL, KAFKA_BROKERS, EVENT_VERIFYING_KEYS. Postgres, Redis and the mail server are named in the Secrets.',
    {},
    globalProperties.config,
  ),
]);

const serviceValue = (service: ServiceName): Value =>
  group(service, `The values of charts/${service}.`, [
    leaf('enabled', 'Whether it is installed with the others.', true, flag),
  ]);

const observed: readonly Value[] = [
  group('prometheusRule', 'A PrometheusRule of the Prometheus operator with the alerts of Patchbay.', [
    leaf('enabled', 'Whether there is one.', false, flag),
    leaf('labels', 'Labels by which your Prometheus selects it.', {}, textByName),
  ]),
  group('dashboards', 'ConfigMaps with the dashboards of Patchbay, which the sidecar of Grafana loads.', [
    leaf('enabled', 'Whether there are any.', false, flag),
    leaf('labels', 'Labels by which the sidecar selects them.', { grafana_dashboard: '1' }, textByName),
    leaf('annotations', 'Annotations, such as the folder that the sidecar puts them into.', {}, textByName),
  ]),
];

const values: readonly Value[] = [globalValues, ...serviceNames.map(serviceValue), ...observed];

/** The charts of the services check their own values. */
const schema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Values of the chart platform',
  ...(closed({
    global: schemaOf(globalValues),
    ...Object.fromEntries(serviceNames.map((service) => [service, anyObject])),
    ...Object.fromEntries(observed.map((value) => [value.key, schemaOf(value)])),
  }) as object),
};

const readme = `# platform

${description}. Written by \`npm run charts:generate\`.

Postgres, Redis and Kafka are not part of it: values name them. Each service has its own Secret, its role in Postgres and its values
under its name, which [its chart](../) describes.

## Installing

\`\`\`sh
kubectl create secret generic patchbay-gateway --from-file=secrets/gateway/   # and so for each service, and the owners of the schemas
helm install patchbay charts/platform --values values.yaml --wait --timeout 15m   # longer than a migration may take
helm test patchbay
\`\`\`

With these values:

\`\`\`yaml
global:
  config:
    PUBLIC_URL: https://api.acme.example
    PORTAL_URL: https://portal.acme.example
    KAFKA_BROKERS: kafka-0.kafka:9092,kafka-1.kafka:9092,kafka-2.kafka:9092
    EVENT_VERIFYING_KEYS: organization:…,identity:…,integration:…
gateway: { existingSecret: patchbay-gateway }
organization: { existingSecret: patchbay-organization, migration: { existingSecret: patchbay-organization-owner } }
identity: { existingSecret: patchbay-identity, migration: { existingSecret: patchbay-identity-owner } }
integration: { existingSecret: patchbay-integration, migration: { existingSecret: patchbay-integration-owner } }
audit: { existingSecret: patchbay-audit, migration: { existingSecret: patchbay-audit-owner } }
\`\`\`

## Values

${valuesTable(values)}
`;

export const platformFiles = (): Files => {
  const files: [string, string][] = [
    [
      'Chart.yaml',
      chartYaml({
        name: 'platform',
        description,
        dependencies: serviceNames.map((name) => ({
          name,
          version,
          repository: `file://../${name}`,
          condition: `${name}.enabled`,
        })),
      }),
    ],
    ['.helmignore', helmIgnore],
    ['README.md', readme],
    ['values.schema.json', json(schema)],
    ['values.yaml', valuesYaml(`${description}. Every value with its default. ${generatedNote}`, values)],
    ...Object.entries(scenarioFiles(platformScenarios)),
  ];
  return new Map(files.map(([path, text]) => [`charts/platform/${path}`, text]));
};
