import { readConfig } from '@patchbay/config/config';
import { rpcServices, services } from '@patchbay/platform/services';
import { createTestCallers } from '@patchbay/testing/callers';
import { describe, expect, it } from 'vitest';
import { callVariables, serviceVariables } from './variables.ts';

const callers = createTestCallers();

describe('the variables of a service', () => {
  it.each(rpcServices)('the default ports of %s are those of the table', (name) => {
    const { RPC_PORT, ADMIN_PORT } = serviceVariables(name);
    expect([RPC_PORT.parse(undefined), ADMIN_PORT.parse(undefined)]).toEqual([
      services[name].port,
      services[name].adminPort,
    ]);
  });

  it('only a service that calls others has the variables of calls', () => {
    expect(Object.keys(callVariables('identity'))).toEqual(['ORGANIZATION_URL', 'CALLING_KEYS']);
    expect(callVariables('organization')).toEqual({});
  });

  it('the variables of a service are read with their types', () => {
    const config = readConfig('audit', serviceVariables('audit'), {
      DATABASE_URL: 'postgres://audit@localhost/patchbay',
      ORGANIZATION_URL: 'http://organization:4002/',
      ...callers.environment('audit'),
    });
    const url: string = config.ORGANIZATION_URL;
    expect(url).toBe('http://organization:4002');
    expect([...config.CALLING_KEYS.keys()]).toEqual(['organization']);
    expect([...config.CALLER_KEYS.keys()]).toEqual(['webhook', 'gateway']);
  });
});
