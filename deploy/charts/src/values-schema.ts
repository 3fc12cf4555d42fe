import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { anyObject, closed, flag, type JsonSchema } from './json-schema.ts';
import { configSchema } from './values/config.ts';
import { valuesOf } from './values/of-service.ts';
import { globalImage, pullSecrets } from './values/pod.ts';
import { schemaOf } from './values/value.ts';
import { chartVariablesOf } from './variables.ts';

/** Every variable that some service reads, once. */
const variablesOfAll = [
  ...new Map(
    serviceNames.flatMap(chartVariablesOf).map((variable) => [variable.name, variable] as const),
  ).values(),
];

/** What Patchbay reads of `global`. */
export const globalProperties = {
  image: globalImage,
  imagePullSecrets: pullSecrets,
  config: configSchema(variablesOfAll),
};

/** A chart around this one may have keys of its own in `global`. */
const globalSchema: JsonSchema = { type: 'object', properties: globalProperties };

export const serviceSchema = (service: ServiceName): JsonSchema => {
  const own = Object.fromEntries(valuesOf(service).map((value) => [value.key, schemaOf(value)]));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `Values of the chart ${service}`,
    ...(closed({
      ...own,
      global: globalSchema,
      enabled: { ...(flag as object), description: 'Read by the chart `platform` alone.' },
      // Helm adds a key for the library chart.
      common: anyObject,
    }) as object),
  };
};
