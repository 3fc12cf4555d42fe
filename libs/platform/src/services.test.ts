import { describe, expect, it } from 'vitest';
import {
  databaseRoles,
  databaseServices,
  factsOf,
  isServiceName,
  packagedServices,
  programOf,
  publishingServices,
  rpcServices,
  serviceNames,
  trustedBy,
  urlVariableOf,
} from './services.ts';

describe('the table of services', () => {
  it('no two services have the same port', () => {
    const ports = serviceNames.flatMap((name) => [factsOf(name).port, factsOf(name).adminPort]);
    expect(new Set(ports).size).toBe(ports.length);
  });

  it.each(serviceNames)('the services that %s calls come before it in the table', (name) => {
    const above = serviceNames.slice(0, serviceNames.indexOf(name));
    for (const called of factsOf(name).calls) expect(above).toContain(called);
  });

  it.each(serviceNames)('%s calls only services that serve RPC', (name) => {
    for (const called of factsOf(name).calls) expect(rpcServices).toContain(called);
  });

  it('a service that publishes events has a database', () => {
    for (const name of publishingServices) expect(databaseServices).toContain(name);
  });

  it('a service trusts its callers and the gateway, whose tokens they pass on', () => {
    expect(trustedBy('organization')).toEqual(['identity', 'integration', 'audit', 'webhook', 'gateway']);
    expect(trustedBy('integration')).toEqual(['relay', 'gateway']);
  });

  it('a second program of a service has the folder of that service and a role in its schema', () => {
    expect(programOf('relay')).toEqual({ folder: 'integration', program: 'main-relay' });
    expect(programOf('integration')).toEqual({ folder: 'integration', program: 'main' });
    expect(databaseRoles).toEqual(['organization', 'identity', 'integration', 'relay', 'audit', 'webhook']);
    expect(serviceNames.filter((name) => !packagedServices.includes(name))).toEqual(['relay']);
  });

  it('the address of a service is in a variable of its name', () => {
    expect(urlVariableOf('organization')).toBe('ORGANIZATION_URL');
  });

  it('only names of the table are service names', () => {
    expect(serviceNames.every(isServiceName)).toBe(true);
    expect(['toString', 'nobody', undefined].some(isServiceName)).toBe(false);
  });
});
