import type { ServiceName } from '@patchbay/platform/services';
import { flag, type JsonSchema, listOf, oneOf, text } from '../json-schema.ts';
import { chartVariablesOf, configSchemaOf, reads, type Variable } from '../variables.ts';
import { group, leaf, type Value } from './value.ts';

/** Variables of OpenTelemetry, which its SDK reads itself. Headers may hold a credential, and a ConfigMap is no place for one. */
const openTelemetry: Readonly<Record<string, JsonSchema>> = {
  '^OTEL_[A-Z0-9_]+$': { type: ['string', 'number', 'boolean'] },
  '^OTEL_[A-Z0-9_]*HEADERS$': false,
};

/** An object of variables. A secret among them is refused, as every name that no service reads. */
export const configSchema = (variables: readonly Variable[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  patternProperties: openTelemetry,
  properties: Object.fromEntries(
    variables.filter(({ secret }) => !secret).map((variable) => [variable.name, configSchemaOf(variable)]),
  ),
});

/** Variables without which the service does not start, and which no chart knows. */
export const requiredConfigOf = (service: ServiceName): readonly string[] =>
  chartVariablesOf(service)
    .filter(({ name, secret, required }) => required && !secret && !isAddressOfService(name))
    .map(({ name }) => name);

/** Set by the chart, and changed only where a service is in another namespace. */
const isAddressOfService = (name: string): boolean =>
  name.endsWith('_URL') && !['PUBLIC_URL', 'PORTAL_URL'].includes(name);

export const optionalSecretsOf = (service: ServiceName): readonly string[] =>
  chartVariablesOf(service).flatMap(({ name, secret, required }) => (secret && !required ? [name] : []));

export const requiredSecretsOf = (service: ServiceName): readonly string[] =>
  chartVariablesOf(service).flatMap(({ name, secret, required }) => (secret && required ? [name] : []));

const secretValues = (service: ServiceName): readonly Value[] => {
  const [required, optional] = [requiredSecretsOf(service), optionalSecretsOf(service)];
  return [
    ...(required.length > 0
      ? [
          leaf(
            'existingSecret',
            `Required: a Secret with the keys ${required.join(', ')}, and those of \`optionalSecrets\`. Each is mounted as a file.`,
            '',
            text,
          ),
        ]
      : []),
    ...(optional.length > 0
      ? [
          leaf(
            'optionalSecrets',
            `Which keys \`existingSecret\` has besides, of ${optional.join(', ')}.`,
            optional.filter((name) => name === 'REDIS_URL'),
            { ...(listOf(oneOf(...optional)) as object), uniqueItems: true },
          ),
        ]
      : []),
  ];
};

/** Kubernetes renews the mounted file; the process does not look at it again. */
const readAtStart =
  'Read when a process starts: restart pods after each renewal, before the old certificate expires.';

const tlsValues = (service: ServiceName): readonly Value[] => [
  ...(reads(service, 'RPC_TLS_KEY')
    ? [
        group('rpcTls', `Mutual TLS between services: all of them have it, or none. ${readAtStart}`, [
          leaf(
            'existingSecret',
            `A Secret with tls.crt, tls.key and ca.crt, as cert-manager makes it; empty: no TLS. The certificate must name \`${service}\`.`,
            '',
            text,
          ),
        ]),
      ]
    : []),
  ...(reads(service, 'KAFKA_BROKERS')
    ? [
        group(
          'kafkaTls',
          `TLS to Kafka, with \`config.KAFKA_SECURITY_PROTOCOL: ssl\` or \`sasl_ssl\`. ${readAtStart}`,
          [
            leaf(
              'existingSecret',
              'A Secret with ca.crt, the authority of the brokers; empty: those that Node trusts.',
              '',
              text,
            ),
            leaf(
              'clientCertificate',
              'Whether it also has tls.crt and tls.key, which brokers are shown.',
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
          leaf('existingSecret', 'A Secret with the file; empty: no clients.', '', text),
          leaf('key', 'Its key in the Secret.', 'providers.json', text),
        ]),
      ]
    : []),
  group(
    'extraCa',
    'Authorities that Node trusts besides the public ones: of Postgres, Redis, a mail server.',
    [
      leaf('existingSecret', 'A Secret with their certificates as PEM; empty: none.', '', text),
      leaf('key', 'Its key in the Secret.', 'ca.crt', text),
    ],
  ),
];

export const configValues = (service: ServiceName): readonly Value[] => [
  leaf(
    'config',
    `Variables of the service that are no secrets: docs/configuration.md. Required: ${requiredConfigOf(service).join(', ')}, here or in \`global.config\`. Also those of OpenTelemetry, \`OTEL_…\`.`,
    {},
    configSchema(chartVariablesOf(service)),
  ),
  ...secretValues(service),
  ...tlsValues(service),
];
