import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import { shortestSecret } from './forms.ts';
import type { Secret } from './scan.ts';

/** Collects values that must not be readable anywhere. */
export interface KnownSecrets {
  add(what: string, value: string): void;
  all(): readonly Secret[];
}

export function createKnownSecrets(): KnownSecrets {
  const byValue = new Map<string, string>();
  return {
    add(what, value) {
      if (!byValue.has(value)) byValue.set(value, what);
    },
    all: () => [...byValue].map(([value, what]) => ({ what, value })),
  };
}

/** Parameters and fields by which credentials are sent, in the words of OAuth and of the providers. */
const credentialParameters = [
  'code',
  'auth_code',
  'code_verifier',
  'client_assertion',
  'password',
  'refresh_token',
];

function parametersOf(query: URLSearchParams, body: string): (readonly [name: string, value: string])[] {
  const form = body.startsWith('{') ? [] : [...new URLSearchParams(body)];
  return [...query, ...form];
}

/**
 * What the installation and a simulated provider have exchanged: the client secret and developer token of the installation, every
 * token and code that the provider gave out, and what it was sent as a credential, such as PKCE verifiers and signed assertions.
 */
export function addExchanged(known: KnownSecrets, adProviders: AdProviders, provider: string): void {
  const { simulator, requests } = adProviders.of(provider);
  const { clientSecret, app = {} } = simulator.installation;
  const notSecret = new Set([simulator.installation.clientId, app['apiVersion']]);
  const add = (what: string, value: string | undefined): void => {
    if (value !== undefined && !notSecret.has(value)) known.add(`${provider}: ${what}`, value);
  };
  add('the client secret of the installation', clientSecret);
  add('the developer token of the installation', app['developerToken']);
  for (const value of simulator.secrets()) add('what the provider gave out', value);
  for (const { query, headers, body } of requests) {
    for (const [name, value] of parametersOf(query, body))
      if (credentialParameters.includes(name)) add(`the parameter ${name}`, value);
    const [scheme = '', credential = scheme] = (headers['authorization'] ?? '').split(' ');
    if (credential.length >= shortestSecret) add('the authorization header', credential);
  }
}
