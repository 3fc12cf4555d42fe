import type { ServiceName } from '@patchbay/platform/services';
import { configValues } from './config.ts';
import { jobValues } from './jobs.ts';
import { networkValues } from './network.ts';
import { imageValues, placeValues, replicaValues } from './pod.ts';
import type { Value } from './value.ts';

/** The values of the chart of a service, in the order of its files. */
export const valuesOf = (service: ServiceName): readonly Value[] => [
  ...imageValues(service),
  ...configValues(service),
  ...replicaValues,
  ...jobValues(service),
  ...networkValues(service),
  ...placeValues,
];
