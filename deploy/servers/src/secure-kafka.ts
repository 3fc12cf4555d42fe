import { freePort } from './free-port.ts';
import { findKafka, type KafkaServer, startNative } from './kafka.ts';
import type { BrokerSecurity } from './kafka-security.ts';
import { MissingServer, type StartOptions } from './server.ts';

/** A broker with three ports: `brokers` lets everybody do everything, the other two let users do what ACLs allow. */
export interface SecureKafka extends KafkaServer {
  /** TLS, and a user with a password. */
  readonly saslBrokers: readonly string[];
  /** TLS, and a certificate of the user. */
  readonly tlsBrokers: readonly string[];
}

export type SecureKafkaOptions = Pick<StartOptions, 'directory' | 'log'> &
  Omit<BrokerSecurity, 'saslPort' | 'tlsPort'>;

/** Starts a single broker on 127.0.0.1 that demands TLS and credentials. Needs Java. */
export async function startSecureKafka({ directory, log = () => {}, ...security }: SecureKafkaOptions) {
  const installation = await findKafka(log);
  if (installation === undefined)
    throw new MissingServer('a Kafka broker with TLS and users', [
      'install Java 17 or newer and Maven so that they are on the PATH',
      'run as root where apt-get is, so that the packages can be installed',
    ]);
  const [saslPort, tlsPort] = [await freePort(), await freePort()];
  const server = await startNative(
    installation,
    { directory, log },
    { security: { ...security, saslPort, tlsPort } },
  );
  // Not a spread: `pid` is a getter.
  return Object.assign(server, {
    saslBrokers: [`127.0.0.1:${saslPort}`],
    tlsBrokers: [`127.0.0.1:${tlsPort}`],
  }) satisfies SecureKafka;
}
