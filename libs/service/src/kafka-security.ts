import { readFileSync } from 'node:fs';
import { readConfig } from '@patchbay/config/config';
import { isLoopback } from '@patchbay/config/public-address';
import { secret } from '@patchbay/config/secret';
import { commaSeparated, filePath, parsedBy } from '@patchbay/config/variables';
import type { KafkaSecurity } from '@patchbay/events/kafka';
import type { Logger } from '@patchbay/telemetry/logger';
import { isKeyOf, parseCertificates, privateKeyIn, withLineEnds } from '@patchbay/tokens/pem';
import type { Worker } from '@patchbay/worker/worker';
import { z } from 'zod';
import { createCertificateReload, type Environment } from './certificate-reload.ts';

/** How processes connect to Kafka: librdkafka's `security.protocol` is `KAFKA_SECURITY_PROTOCOL`, and so on. */

const oneOf = <Name extends string>(names: readonly [Name, ...Name[]], normalize: (text: string) => string) =>
  z
    .string()
    .transform(normalize)
    .pipe(z.enum(names, { error: `must be one of ${names.join(', ')}` }));

/** The path of a file, read when the process starts, and again to find out whether it changed. */
const readableFile = () =>
  z.string().transform((path, context) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      context.addIssue('must be the path of a file that can be read');
      return z.NEVER;
    }
  });

const certificates = () => parsedBy(parseCertificates);
const certificatesFile = () => readableFile().pipe(certificates());
/** Parsed with its password in `contradictionsOf`. */
const key = () => z.string().transform(withLineEnds);

export const kafkaSecurityVariables = {
  KAFKA_SECURITY_PROTOCOL: oneOf(['plaintext', 'ssl', 'sasl_plaintext', 'sasl_ssl'], (text) =>
    text.toLowerCase(),
  )
    .default('plaintext')
    .describe('`plaintext`, `ssl`, `sasl_plaintext` or `sasl_ssl`'),
  KAFKA_SASL_MECHANISM: oneOf(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'], (text) => text.toUpperCase())
    .optional()
    .describe(
      '`PLAIN`, `SCRAM-SHA-256` or `SCRAM-SHA-512`; required with `sasl_…`. `PLAIN` with `sasl_plaintext` only where all brokers are on loopback',
    ),
  KAFKA_SASL_USERNAME: z.string().optional().describe('The user of this service at Kafka'),
  KAFKA_SASL_PASSWORD: secret(z.string().optional().describe('The password of that user')),
  KAFKA_SSL_CA_LOCATION: filePath(
    certificatesFile()
      .optional()
      .describe('A PEM file of the CAs that sign the certificates of brokers; unset: those of Node'),
  ),
  KAFKA_SSL_CA_PEM: certificates().optional().describe('The same as text'),
  KAFKA_SSL_CERTIFICATE_LOCATION: filePath(
    certificatesFile()
      .optional()
      .describe('A PEM file of the certificate that this service shows, with its chain'),
  ),
  KAFKA_SSL_CERTIFICATE_PEM: certificates().optional().describe('The same as text'),
  KAFKA_SSL_KEY_LOCATION: filePath(
    readableFile().optional().describe('A PEM file of the private key of that certificate'),
  ),
  KAFKA_SSL_KEY_PEM: secret(key().optional().describe('The same as text')),
  KAFKA_SSL_KEY_PASSWORD: secret(z.string().optional().describe('The password of that key, if it has one')),
};

type SecurityVariables = z.output<z.ZodObject<typeof kafkaSecurityVariables>>;

const usesSasl = (protocol: string): boolean => protocol.startsWith('sasl_');
const usesTls = (protocol: string): boolean => protocol.endsWith('ssl');

const caOf = (config: SecurityVariables) => config.KAFKA_SSL_CA_PEM ?? config.KAFKA_SSL_CA_LOCATION;
const certificateOf = (config: SecurityVariables) =>
  config.KAFKA_SSL_CERTIFICATE_PEM ?? config.KAFKA_SSL_CERTIFICATE_LOCATION;
const keyOf = (config: SecurityVariables) => config.KAFKA_SSL_KEY_PEM ?? config.KAFKA_SSL_KEY_LOCATION;

/** `host:port`. What is no address is not on loopback. */
const isOnLoopback = (broker: string): boolean => {
  const address = `http://${broker}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
};

type Names = readonly (keyof typeof kafkaSecurityVariables)[];
const saslNames: Names = ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'];
const caNames: Names = ['KAFKA_SSL_CA_LOCATION', 'KAFKA_SSL_CA_PEM'];
const certificateNames: Names = ['KAFKA_SSL_CERTIFICATE_LOCATION', 'KAFKA_SSL_CERTIFICATE_PEM'];
const keyNames: Names = ['KAFKA_SSL_KEY_LOCATION', 'KAFKA_SSL_KEY_PEM'];

/** Contradictions between the variables; each by itself is checked by its schema. `config` has passed those. */
function contradictionsOf(config: SecurityVariables, brokers: readonly string[]): string[] {
  const protocol = config.KAFKA_SECURITY_PROTOCOL;
  const given = (names: Names) => names.filter((name) => config[name] !== undefined);
  const [certificate, privateKey] = [certificateOf(config), keyOf(config)];
  const password = config.KAFKA_SSL_KEY_PASSWORD;
  const tlsNames: Names = [...caNames, ...certificateNames, ...keyNames, 'KAFKA_SSL_KEY_PASSWORD'];
  const missing = usesSasl(protocol) ? saslNames.filter((name) => config[name] === undefined) : [];
  const unused = [
    ...(usesSasl(protocol) ? [] : given(saslNames)),
    ...(usesTls(protocol) ? [] : given(tlsNames)),
  ];
  const problems: [boolean, string][] = [
    ...missing.map((name): [boolean, string] => [
      true,
      `${name} is required where KAFKA_SECURITY_PROTOCOL is ${protocol}`,
    ]),
    ...unused.map((name): [boolean, string] => [
      true,
      `${name} has no effect where KAFKA_SECURITY_PROTOCOL is ${protocol}`,
    ]),
    ...[caNames, certificateNames, keyNames].map((names): [boolean, string] => [
      given(names).length === 2,
      `${names.join(' and ')} must not both be set`,
    ]),
    [
      (certificate === undefined) !== (privateKey === undefined),
      `${certificateNames.join(' or ')} and ${keyNames.join(' or ')} must be set together`,
    ],
    [privateKey === undefined && password !== undefined, 'KAFKA_SSL_KEY_PASSWORD is set without a key'],
    [
      privateKey !== undefined && privateKeyIn(privateKey, password) === undefined,
      `${given(keyNames)[0]} must hold a PEM private key that KAFKA_SSL_KEY_PASSWORD opens, if it has a password`,
    ],
    [
      certificate !== undefined &&
        privateKey !== undefined &&
        isKeyOf(privateKey, certificate, password) === false,
      `${given(keyNames)[0]} must hold the key of ${given(certificateNames)[0]}`,
    ],
    [
      protocol === 'sasl_plaintext' &&
        config.KAFKA_SASL_MECHANISM === 'PLAIN' &&
        !brokers.every(isOnLoopback),
      'KAFKA_SASL_MECHANISM PLAIN sends the password in plain text where KAFKA_SECURITY_PROTOCOL is sasl_plaintext: outside of loopback use sasl_ssl, or SCRAM-SHA-512',
    ],
  ];
  return problems.flatMap(([wrong, problem]) => (wrong ? [problem] : []));
}

/** For `readConfig`, also of a process without `KAFKA_BROKERS`. Nothing if a variable by itself is wrong: that is reported first. */
export function kafkaProblems(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const { data } = z.object(kafkaSecurityVariables).safeParse(given);
  const brokers = commaSeparated().parse(environment['KAFKA_BROKERS'] ?? '');
  return data === undefined ? [] : contradictionsOf(data, brokers);
}

const mechanisms = {
  PLAIN: 'plain',
  'SCRAM-SHA-256': 'scram-sha-256',
  'SCRAM-SHA-512': 'scram-sha-512',
} as const;

/** The options of a client. Variables that contradict each other have been refused before. */
export function kafkaSecurityOf(config: SecurityVariables): KafkaSecurity {
  const {
    KAFKA_SECURITY_PROTOCOL: protocol,
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: username = '',
    KAFKA_SASL_PASSWORD: password = '',
    KAFKA_SSL_KEY_PASSWORD: passphrase,
  } = config;
  const [ca, cert, privateKey] = [caOf(config), certificateOf(config), keyOf(config)];
  return {
    ...(usesTls(protocol) && {
      tls: {
        ...(ca && { ca }),
        ...(cert && { cert }),
        ...(privateKey && { key: privateKey }),
        ...(passphrase && { passphrase }),
      },
    }),
    ...(usesSasl(protocol) &&
      mechanism && { sasl: { mechanism: mechanisms[mechanism], username, password } }),
  };
}

/** Gives changed certificates to a client of Kafka. */
export function kafkaTlsReload(
  environment: Environment,
  current: KafkaSecurity['tls'],
  client: { setTls(tls: NonNullable<KafkaSecurity['tls']>): void },
  logger: Logger,
): readonly Worker[] {
  const name = 'reload of Kafka certificates';
  return createCertificateReload({
    name,
    environment,
    prefix: 'KAFKA_SSL_',
    current,
    read: () => kafkaSecurityOf(readConfig(name, kafkaSecurityVariables, environment, kafkaProblems)).tls,
    use: (renewed) => client.setTls(renewed),
    logger,
  });
}
