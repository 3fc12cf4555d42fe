import { createConfig, lintFromString, type NormalizedProblem } from '@redocly/openapi-core';

/** Every rule of Redocly holds but these. */
const exceptions = {
  // `/v1/auth/device/callback` matches both `/v1/auth/{provider}/callback` and `/v1/auth/device/{userCode}`. Both are paths of the
  // contract, and no provider is called `device`. The same with `/v1/connect/{token}` and `/v1/connect/oauth/callback`.
  'no-ambiguous-paths': 'off',
  // Three operations are for browsers and answer with a redirect only.
  'operation-2xx-response': 'off',
  // There is neither an address for questions nor a licence that could be named.
  'info-contact': 'off',
  'info-license': 'off',
  // Tags are in the order in which a reader needs them.
  'tags-alphabetical': 'off',
  // The contract has `/v1`, `/me`, `/health` and verbs such as `/accept`.
  'path-segment-plural': 'off',
  // These are the options of WebAuthn.
  'no-http-verbs-in-paths': {
    severity: 'error',
    excludedPaths: ['/v1/me/passkeys/options', '/v1/auth/passkey/options'],
  },
  // Examples are of whole bodies.
  'scalar-property-missing-example': 'off',
  // An answer contains what was stored, which may be empty where an older version allowed it.
  'required-string-property-missing-min-length': 'off',
  'response-mime-type': {
    severity: 'error',
    allowedValues: ['application/json', 'application/problem+json', 'application/x-ndjson', '*/*'],
  },
  // Relayed requests have any type.
  'request-mime-type': { severity: 'error', allowedValues: ['application/json', '*/*'] },
  'response-contains-header': {
    severity: 'error',
    names: { '2XX': ['X-Request-Id'], '4XX': ['X-Request-Id'], '5XX': ['X-Request-Id'] },
  },
} as const;

/** What receivers of webhooks answer has the headers that they choose. */
const isOfReceiver = ({ ruleId, location: [place] }: NormalizedProblem): boolean =>
  ruleId === 'response-contains-header' && (place?.pointer ?? '').startsWith('#/webhooks/');

const lineOf = ({ severity, ruleId, message, location: [place] }: NormalizedProblem): string =>
  `${severity} ${ruleId} at ${place?.pointer ?? '#/'}: ${message}`;

/** What is wrong with an OpenAPI document, one line each. Warnings count as well. */
export async function lint(source: string, path: string): Promise<string[]> {
  const config = await createConfig({ extends: ['all'], rules: exceptions });
  const problems = await lintFromString({ source, absoluteRef: path, config });
  return problems.filter((problem) => !isOfReceiver(problem)).map(lineOf);
}
