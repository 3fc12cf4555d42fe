import { ConfigurationError } from '@patchbay/config/config';
import { isPublicAddress } from '@patchbay/config/public-address';
import { isSecret } from '@patchbay/config/secret';
import { readGatewayConfig } from '@patchbay/gateway/config';
import { readIdentityConfig } from '@patchbay/identity/config';
import { readOrganizationConfig } from '@patchbay/organization/config';
import { serviceNames, urlVariableOf } from '@patchbay/platform/services';
import { readPortalConfig } from '@patchbay/portal/config';
import { describe, expect, it } from 'vitest';
import { variables as embedded, readLocalConfig } from './embedded/config.ts';
import { variablesOf } from './services.ts';
import { variables as stack } from './up/config.ts';

const every = { ...variablesOf, 'make start': embedded, 'make up': stack };

/** Addresses with a password in them, keys, passwords, tokens. */
const secretName = /(^|_)(KEYS?|SECRETS?|PASSWORDS?|TOKENS?|URL)($|_)/;
/** They match the pattern and hold no secret: public keys, paths of files, addresses without a password. */
const addresses = new Set(['PUBLIC_URL', 'PORTAL_URL', ...serviceNames.map(urlVariableOf)]);
const isHarmless = (name: string): boolean =>
  /(PUBLIC|VERIFYING)_KEYS?$|_LOCATION$/.test(name) || addresses.has(name);

describe.each(Object.entries(every))('the variables of %s', (reader, variables) => {
  it('every secret variable can be given as a file', () => {
    const secrets = Object.keys(variables).filter((name) => secretName.test(name) && !isHarmless(name));
    expect(secrets.filter((name) => !isSecret(variables[name as keyof typeof variables]))).toEqual([]);
    // The Portal knows no secret.
    expect(secrets.length > 0).toBe(reader !== 'portal');
  });

  it('URLs that browsers use must be https', () => {
    const reached = Object.keys(variables).filter((name) =>
      ['PUBLIC_URL', 'PORTAL_URL', 'TRUSTED_ORIGINS'].includes(name),
    );
    expect(reached.filter((name) => !isPublicAddress(variables[name as keyof typeof variables]))).toEqual([]);
    const isNeeded = reached.length > 0 || 'PROVIDERS_FILE' in variables;
    expect('ALLOW_INSECURE_HTTP' in variables).toBe(isNeeded);
  });
});

describe.each([
  ['gateway', readGatewayConfig],
  ['identity', readIdentityConfig],
  ['organization', readOrganizationConfig],
  ['portal', readPortalConfig],
  ['make start', readLocalConfig],
])('%s', (_name, read: (environment: NodeJS.ProcessEnv) => unknown) => {
  const problemsOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
    try {
      read(environment);
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems;
    }
    return [];
  };
  const refused = expect.stringMatching(/^PORTAL_URL must begin with https:/);

  it('a service does not start with an http URL outside of loopback, unless ALLOW_INSECURE_HTTP is set', () => {
    const insecure = { PORTAL_URL: 'http://portal.example' };
    expect(problemsOf(insecure)).toContainEqual(refused);
    expect(problemsOf({ ...insecure, ALLOW_INSECURE_HTTP: 'true' })).not.toContainEqual(refused);
    expect(problemsOf({ PORTAL_URL: 'http://localhost:3000' })).not.toContainEqual(refused);
  });
});
