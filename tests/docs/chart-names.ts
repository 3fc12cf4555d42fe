import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byName } from '@patchbay/platform/by-name';
import { isServiceName, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { parse } from 'yaml';

const charts = fileURLToPath(new URL('../../charts', import.meta.url));
const read = (...path: string[]): string => readFileSync(join(charts, ...path), 'utf8');

interface Facts {
  /** The services that a pod connects to. */
  readonly calls: readonly { readonly service: ServiceName }[];
  readonly stop: { readonly delaySeconds: number; readonly timeoutSeconds: number };
  readonly variables: Readonly<Record<string, { readonly secret: boolean }>>;
}

const facts = byName(serviceNames, (service) => JSON.parse(read(service, 'files/facts.json')) as Facts);
const values = byName([...serviceNames, 'platform'] as const, (chart): unknown =>
  parse(read(chart, 'values.yaml')),
);

export const factsOf = (service: ServiceName): Facts => facts[service];

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether values have this path. An empty map takes any key: labels, annotations. So does a value that has to be given: rpcTls. */
function hasPath(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined || value === null) return true;
  if (!isMap(value)) return false;
  return Object.keys(value).length === 0 || (key in value && hasPath(value[key], rest));
}

const isVariable = (name: string): boolean =>
  name.startsWith('OTEL_') || Object.values(facts).some(({ variables }) => variables[name]?.secret === false);

/** The words that a path of values may begin with. */
export const valueRoots: ReadonlySet<string> = new Set(
  Object.values(values).flatMap((value) => (isMap(value) ? Object.keys(value) : [])),
);

/** Whether a chart has this value: `rollout.maxSurge` of a service, `prometheusRule.enabled` or `audit.retention.months` of the platform. */
export function isValue(path: string): boolean {
  const keys = path.split('.');
  const [first = '', second = ''] = keys;
  if (first === 'config') return isVariable(second);
  if (first === 'global' && second === 'config') return isVariable(keys[2] ?? '');
  if (isServiceName(first) && keys.length > 1 && hasPath(values[first], keys.slice(1))) return true;
  return Object.values(values).some((value) => hasPath(value, keys));
}

/** The CronJobs that charts make, from the templates that they include. */
export const cronJobs: readonly string[] = serviceNames.flatMap((service) =>
  [...read(service, 'templates/all.yaml').matchAll(/include "common\.(reseal|retention)"/g)].map(
    ([, component]) => `${service}-${component}`,
  ),
);
