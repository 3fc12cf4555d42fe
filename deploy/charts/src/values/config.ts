import type { ServiceName } from '@patchbay/platform/services';
import { flag, group, type JsonSchema, leaf, text, type Value } from '../value.ts';
import { chartVariablesOf, configSchemaOf, reads, type Variable } from '../variables.ts';
import { externalSecretValues } from './external-secret.ts';
import { readAgain, rpcTlsValues } from './rpc-tls.ts';
import { restartValue, secretValues } from './secrets.ts';

/** Variables that the SDK of OpenTelemetry reads. Headers may hold a credential, which must not be in a ConfigMap. */
const openTelemetry: Readonly<Record<string, JsonSchema>> = {
  '^OTEL_[A-Z0-9_]+$': { type: ['string', 'number', 'boolean'] },
  '^OTEL_[A-Z0-9_]*HEADERS$': false,
};

/** An object of variables. Secrets and names that no service reads are refused. */
export const configSchema = (variables: readonly Variable[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  patternProperties: openTelemetry,
  properties: Object.fromEntries(
    variables.filter(({ secret }) => !secret).map((variable) => [variable.name, configSchemaOf(variable)]),
  ),
});

/** Variables without which the service does not start, and which the chart cannot know. */
export const requiredConfigOf = (service: ServiceName): readonly string[] =>
  chartVariablesOf(service)
    .filter(({ name, secret, required }) => required && !secret && !isAddressOfService(name))
    .map(({ name }) => name);

/** The chart sets it; installations change it only if a service is in another namespace. */
const isAddressOfService = (name: string): boolean =>
  name.endsWith('_URL') && !['PUBLIC_URL', 'PORTAL_URL'].includes(name);

const tlsValues = (service: ServiceName): readonly Value[] => [
  ...(reads(service, 'RPC_TLS_KEY') ? rpcTlsValues(service) : []),
  ...(reads(service, 'KAFKA_BROKERS')
    ? [
        group(
          'kafkaTls',
          `TLS to Kafka, with \`config.KAFKA_SECURITY_PROTOCOL: ssl\` or \`sasl_ssl\`. ${readAgain}`,
          [
            leaf(
              'existingSecret',
              'A Secret with ca.crt, the authority of the brokers; empty: the authorities that Node trusts.',
              '',
              text,
            ),
            leaf(
              'clientCertificate',
              'Whether the Secret also has tls.crt and tls.key, for brokers that ask for a client certificate.',
              false,
              flag,
            ),
          ],
        ),
      ]
    : []),
  ...(reads(service, 'PROVIDERS_FILE')
    ? [
        group('providers', 'OAuth clients of this installation at advertising systems: PROVIDERS_FILE.', [
          leaf(
            'existingSecret',
            service === 'relay'
              ? 'A Secret with the file, without the `clientSecret` of any provider: not that of integration. Empty: no clients.'
              : 'A Secret with the file; empty: no clients.',
            '',
            text,
          ),
          leaf('key', 'Its key in the Secret.', 'providers.json', text),
        ]),
      ]
    : []),
  ...(reads(service, 'MARKS_DIR')
    ? [
        group('marks', 'Marks of advertising systems in place of monograms: MARKS_DIR.', [
          leaf(
            'existingSecret',
            'A Secret with `<provider>.svg` or `<provider>.png`; empty: monograms. Read at the start.',
            '',
            text,
          ),
        ]),
      ]
    : []),
  group(
    'extraCa',
    'Authorities that Node trusts besides the public ones, such as those of Postgres, Redis or a mail server. Read at the start.',
    [
      leaf('existingSecret', 'A Secret with their certificates as PEM; empty: none.', '', text),
      leaf('key', 'Its key in the Secret.', 'ca.crt', text),
    ],
  ),
];

export const configValues = (service: ServiceName): readonly Value[] => {
  const required = requiredConfigOf(service);
  return [
    leaf(
      'config',
      `The variables of the service that are not secrets (docs/configuration.md), and those of OpenTelemetry, \`OTEL_…\`.${required.length > 0 ? ` Required here or in \`global.config\`: ${required.join(', ')}.` : ''}`,
      {},
      configSchema(chartVariablesOf(service)),
    ),
    ...secretValues(service),
    ...tlsValues(service),
    ...externalSecretValues(service),
    restartValue,
  ];
};
