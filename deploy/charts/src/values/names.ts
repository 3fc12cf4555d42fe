import { serviceNames } from '@patchbay/platform/services';
import { closed, type JsonSchema, leaf, type Value } from '../value.ts';

/** A name of a Service, with room for the suffixes of other resources; empty where it is optional. */
const nameOf = (longest: number): JsonSchema => ({
  type: 'string',
  pattern: `^([a-z]([-a-z0-9]{0,${longest - 2}}[a-z0-9])?)?$`,
});

const serviceName = nameOf(42);

export const globalNamePrefix: JsonSchema = {
  ...(nameOf(29) as object),
  description:
    'Before the names of all resources, with a hyphen, for a second installation in a namespace; empty: nothing.',
};

export const globalServiceNames: JsonSchema = {
  ...(closed(Object.fromEntries(serviceNames.map((service) => [service, serviceName]))) as object),
  description: 'Names of services, where they are not `<namePrefix>-<service>`.',
};

export const nameValues: readonly Value[] = [
  leaf(
    'nameOverride',
    'Instead of the name of the service in the names of resources, after `global.namePrefix`; empty: the name of the service. Other services find it if `global.serviceNames` tells them. Choose names before the installation: others make new resources.',
    '',
    serviceName,
  ),
  leaf(
    'fullnameOverride',
    'The whole name, without `global.namePrefix`; empty: that of `nameOverride`.',
    '',
    serviceName,
  ),
];
