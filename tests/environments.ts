import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { parse } from 'yaml';

export const environmentsFolder = fileURLToPath(new URL('../deploy/environments', import.meta.url));

export const environmentNames = readdirSync(environmentsFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export type Values = { readonly [key: string]: unknown };

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As Helm merges files of values: maps key by key, everything else is replaced. */
export const mergeValues = (weaker: Values, stronger: Values): Values =>
  Object.entries(stronger).reduce<Values>((merged, [key, value]) => {
    const { [key]: other } = merged;
    return { ...merged, [key]: isMap(other) && isMap(value) ? mergeValues(other, value) : value };
  }, weaker);

/** The files for the chart of one service, from weakest to strongest. */
export const filesOf = (environment: string, service: ServiceName): readonly string[] =>
  [`${service}.yaml`, `${environment}/common.yaml`, `${environment}/${service}.yaml`]
    .map((file) => join(environmentsFolder, file))
    .filter((path) => existsSync(path));

const readValues = (path: string): Values => parse(readFileSync(path, 'utf8')) as Values;

/** The values of charts/platform: those of each service under its name, what all share once. */
export function platformValuesOf(environment: string): Values {
  const own = join(environmentsFolder, environment, 'observability.yaml');
  const { global } = readValues(join(environmentsFolder, environment, 'common.yaml'));
  const services = serviceNames.map((service) => {
    const { global: _shared, ...values } = filesOf(environment, service).map(readValues).reduce(mergeValues);
    return [service, values];
  });
  return { global, ...Object.fromEntries(services), ...(existsSync(own) ? readValues(own) : {}) };
}
