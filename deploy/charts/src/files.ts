import { readFileSync } from 'node:fs';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { stringify } from 'yaml';
import { chartFactsOf } from './facts.ts';
import { repository } from './repository.ts';
import {
  allOf,
  anyObject,
  closed,
  flag,
  isGroup,
  type JsonSchema,
  schemaOf,
  textByName,
  type Value,
} from './value.ts';
import { configSchema, configValues } from './values/config.ts';
import { kedaValues } from './values/keda.ts';
import { globalNamePrefix, globalServiceNames, nameValues } from './values/names.ts';
import { networkValues } from './values/network.ts';
import { extraValues, placementValues, securityValues } from './values/pod.ts';
import { globalRpcTls } from './values/rpc-tls.ts';
import { requiredSecretsOf } from './values/secrets.ts';
import { globalImage, imageValues, jobValues, pullSecrets, replicaValues } from './values/workload.ts';
import { chartVariablesOf } from './variables.ts';

/** The values of the chart of a service, in the order of its files. */
const valuesOf = (service: ServiceName): readonly Value[] => [
  ...imageValues(service),
  ...nameValues,
  ...configValues(service),
  ...replicaValues,
  ...kedaValues(service),
  ...jobValues(service),
  ...networkValues(service),
  ...placementValues,
  ...securityValues,
  ...extraValues,
];

// values.yaml

/** Lines of at most `columns` characters, with whole words. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const commentOf = (text: string, indent: string): string =>
  wrap(text, 98 - indent.length)
    .map((line) => `${indent}# ${line}\n`)
    .join('');

/** Helm reads YAML 1.1, where a text such as `yes` needs quotes. */
const yaml = (value: unknown): string =>
  stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });

function valueYaml(value: Value, indent: string): string {
  const comment = commentOf(value.comment, indent);
  if (isGroup(value)) {
    return `${comment}${indent}${value.key}:\n${value.values.map((each) => valueYaml(each, `${indent}  `)).join('')}`;
  }
  return `${comment}${yaml({ [value.key]: value.default }).replaceAll(/^(?=.)/gm, indent)}`;
}

const valuesYaml = (service: ServiceName): string =>
  `${commentOf(`Every value of the chart ${service} with its default. Written by \`make charts-generate\` from deploy/charts: change it there.`, '')}\n${valuesOf(
    service,
  )
    .map((value) => valueYaml(value, ''))
    .join('\n')}`;

// values.schema.json

/** Every variable that some service reads, once. */
const variablesOfAll = [
  ...new Map(
    serviceNames.flatMap(chartVariablesOf).map((variable) => [variable.name, variable] as const),
  ).values(),
];

const globalProperties = {
  image: globalImage,
  imagePullSecrets: pullSecrets,
  config: configSchema(variablesOfAll),
  rpcTls: globalRpcTls,
  namePrefix: globalNamePrefix,
  serviceNames: globalServiceNames,
};

const schemaFile = (chart: string, properties: Readonly<Record<string, JsonSchema>>): string =>
  json({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `Values of the chart ${chart}`,
    ...(closed(properties) as object),
  });

const serviceSchema = (service: ServiceName): string =>
  schemaFile(service, {
    ...Object.fromEntries(valuesOf(service).map((value) => [value.key, schemaOf(value)])),
    // A chart that contains this one may have keys of its own in `global`.
    global: { type: 'object', properties: globalProperties },
    enabled: { ...(flag as object), description: 'Read by the chart `platform` alone.' },
    // Helm adds a key for the library chart.
    common: anyObject,
  });

/** The charts of the services check their own values. */
const platformSchema = (): string =>
  schemaFile('platform', {
    global: closed(globalProperties),
    ...Object.fromEntries(serviceNames.map((service) => [service, anyObject])),
    prometheusRule: closed({ enabled: flag, labels: textByName }),
    dashboards: closed({ enabled: flag, labels: textByName, annotations: textByName }),
  });

// The tables of README.md

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const valuesTable = (service: ServiceName): string =>
  table(
    ['Value', 'Default', 'Meaning'],
    allOf(valuesOf(service)).map(({ path, value }) => [
      `\`${path}\``,
      isGroup(value) ? '' : `\`${JSON.stringify(value.default)}\``,
      value.comment,
    ]),
  );

const secretsTable = (service: ServiceName): string =>
  table(
    ['Key', 'Required', 'Meaning'],
    chartVariablesOf(service)
      .filter(({ secret }) => secret)
      .map(({ name, description }) => [
        `\`${name}\``,
        requiredSecretsOf(service).includes(name) ? 'yes' : 'if `optionalSecrets` names it',
        description,
      ]),
  );

/** Replaces the lines between `<!-- table: name -->` and `<!-- /table -->`; people write the rest of the page. */
function readme(service: ServiceName): string {
  const path = `charts/${service}/README.md`;
  const tables: Readonly<Record<string, (service: ServiceName) => string>> = {
    values: valuesTable,
    secrets: secretsTable,
  };
  return readFileSync(repository(path), 'utf8').replace(
    /^(<!-- table: (.+) -->\n)[^]*?^(<!-- \/table -->)$/gm,
    (_, start: string, name: string, end: string) => {
      const made = tables[name]?.(service);
      if (made === undefined) throw new RangeError(`${path} asks for an unknown table: ${name}`);
      return `${start}\n${made}\n\n${end}`;
    },
  );
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The generated files of charts/ by their path from the root of the repository. */
export const chartFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ...serviceNames.flatMap((service): [string, string][] => [
      [`charts/${service}/README.md`, readme(service)],
      [`charts/${service}/files/facts.json`, json(chartFactsOf(service))],
      [`charts/${service}/values.schema.json`, serviceSchema(service)],
      [`charts/${service}/values.yaml`, valuesYaml(service)],
    ]),
    ['charts/platform/values.schema.json', platformSchema()],
  ]);
