import { describe, expect, it } from 'vitest';
import {
  databaseServices,
  factsOf,
  isServiceName,
  publishingServices,
  rpcServices,
  serviceNames,
  trustedBy,
  urlVariableOf,
} from './services.ts';

describe('the table of services', () => {
  it('gives each service ports of its own', () => {
    const ports = serviceNames.flatMap((name) => [factsOf(name).port, factsOf(name).adminPort]);
    expect(new Set(ports).size).toBe(ports.length);
  });

  it.each(serviceNames)('has %s below every service that it calls', (name) => {
    const above = serviceNames.slice(0, serviceNames.indexOf(name));
    for (const called of factsOf(name).calls) expect(above).toContain(called);
  });

  it.each(serviceNames)('lets %s call only what serves RPC', (name) => {
    for (const called of factsOf(name).calls) expect(rpcServices).toContain(called);
  });

  it('has an outbox only where there is a database to keep it', () => {
    for (const name of publishingServices) expect(databaseServices).toContain(name);
  });

  it('lets a service trust those who call it, and the gateway, whose tokens they pass on', () => {
    expect(trustedBy('organization')).toEqual(['identity', 'audit', 'gateway']);
    expect(trustedBy('integration')).toEqual(['gateway']);
  });

  it('names the variable that holds the address of a service', () => {
    expect(urlVariableOf('organization')).toBe('ORGANIZATION_URL');
  });

  it('knows its own names and no others', () => {
    expect(serviceNames.every(isServiceName)).toBe(true);
    expect(['toString', 'nobody', undefined].some(isServiceName)).toBe(false);
  });
});
