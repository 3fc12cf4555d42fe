import { sealingOf } from '@patchbay/local/services';
import { factsOf, type ServiceName } from '@patchbay/platform/services';
import { chartFactsOf } from './facts.ts';
import { serviceReadme } from './readme.ts';
import { scenariosOf } from './scenarios.ts';
import { valuesOf } from './values/of-service.ts';
import { serviceSchema } from './values-schema.ts';
import { valuesYaml } from './values-yaml.ts';
import { version } from './version.ts';
import { yaml } from './yaml.ts';

/** Every path from the root of the repository, and the text of the file there. */
export type Files = ReadonlyMap<string, string>;

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const generatedNote = 'Written by `npm run charts:generate` from deploy/charts: change it there.';

/** Scenarios of tests are not part of a package. */
export const helmIgnore = 'ci/\n';

const kubeVersion = '>=1.29.0-0';

export const chartYaml = (chart: object): string =>
  `# ${generatedNote}\n${yaml({ apiVersion: 'v2', type: 'application', ...chart, version, appVersion: version, kubeVersion })}`;

const describe = (service: ServiceName): string => {
  const { owns } = factsOf(service);
  return `The ${service} service of Patchbay. Owns ${owns}`;
};

const serviceChart = (service: ServiceName): string =>
  chartYaml({
    name: service,
    description: describe(service),
    dependencies: [{ name: 'common', version, repository: 'file://../common' }],
  });

const retention = `{{- if .Values.retention.months }}
---
{{ include "common.retention" . }}
{{- end }}
`;
const reseal = `---
{{ include "common.reseal" . }}
`;

const templates = (service: ServiceName): string =>
  [
    `{{/* ${generatedNote} */}}\n{{- include "common.all" . }}\n`,
    ...(service in sealingOf ? [reseal] : []),
    ...(service === 'audit' ? [retention] : []),
  ].join('');

export const scenarioFiles = (
  scenarios: Readonly<Record<string, object>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(scenarios).map(([name, values]) => [
      `ci/${name}-values.yaml`,
      `# ${generatedNote}\n${yaml(values)}`,
    ]),
  );

const notes = `{{ include "common.notes" . }}\n`;

export const serviceFiles = (service: ServiceName): Files => {
  const files: Readonly<Record<string, string>> = {
    ...scenarioFiles(scenariosOf(service)),
    '.helmignore': helmIgnore,
    'Chart.yaml': serviceChart(service),
    'README.md': serviceReadme(service, describe(service)),
    'files/facts.json': json(chartFactsOf(service)),
    'templates/NOTES.txt': notes,
    'templates/all.yaml': templates(service),
    'values.schema.json': json(serviceSchema(service)),
    'values.yaml': valuesYaml(
      `${describe(service)}. Every value with its default. ${generatedNote}`,
      valuesOf(service),
    ),
  };
  return new Map(Object.entries(files).map(([path, text]) => [`charts/${service}/${path}`, text]));
};
