import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Two more ports of a broker, which demand who connects and let nobody do what no ACL allows. */
export interface BrokerSecurity {
  /** TLS, and a user with a password. */
  readonly saslPort: number;
  /** TLS, and a certificate of `clientCa`: its common name is the user. */
  readonly tlsPort: number;
  /** PEM of the broker's certificate and its private key (PKCS8). */
  readonly certificate: string;
  readonly key: string;
  readonly clientCa: string;
  /** Passwords by user, for PLAIN and SCRAM. Without quotes and backslashes. */
  readonly users: Readonly<Record<string, string>>;
}

/** The mechanisms for which Kafka stores users; those of PLAIN are in its configuration. */
const scramMechanisms = ['SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;

/** Options of the storage tool that write the users into the metadata of a new cluster. */
export const scramOptions = ({ users }: BrokerSecurity): string[] =>
  Object.entries(users).flatMap(([name, password]) =>
    scramMechanisms.flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${name},password=${password}]`,
    ]),
  );

const plainUsers = ({ users }: BrokerSecurity): string =>
  Object.entries(users)
    .map(([name, password]) => ` user_${name}="${password}"`)
    .join('');

/** Writes the key and the certificates; returns the listeners and settings of server.properties. */
export async function securedListeners(directory: string, security: BrokerSecurity) {
  const { saslPort, tlsPort, certificate, key, clientCa } = security;
  const keyStore = join(directory, 'broker.pem');
  const trustStore = join(directory, 'client-ca.pem');
  await writeFile(keyStore, `${key}${certificate}`, { mode: 0o600 });
  await writeFile(trustStore, clientCa);
  const login = 'org.apache.kafka.common.security';
  return {
    listeners: [`SASL_SSL://127.0.0.1:${saslPort}`, `SSL://127.0.0.1:${tlsPort}`],
    settings: {
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': keyStore,
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': trustStore,
      'listener.name.ssl.ssl.client.auth': 'required',
      'ssl.principal.mapping.rules': 'RULE:^CN=(.*?)$/$1/',
      'sasl.enabled.mechanisms': ['PLAIN', ...scramMechanisms].join(','),
      'listener.name.sasl_ssl.plain.sasl.jaas.config': `${login}.plain.PlainLoginModule required${plainUsers(security)};`,
      ...Object.fromEntries(
        scramMechanisms.map((mechanism) => [
          `listener.name.sasl_ssl.${mechanism.toLowerCase()}.sasl.jaas.config`,
          `${login}.scram.ScramLoginModule required;`,
        ]),
      ),
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      // Who connects without TLS: the broker itself, and tests that grant rights.
      'super.users': 'User:ANONYMOUS',
    },
  };
}
