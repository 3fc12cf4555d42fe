/** How a client proves who it is to Kafka and what it demands of brokers. Empty: neither TLS nor a user. */
export interface KafkaSecurity {
  /**
   * TLS. A broker must show a certificate that `ca` (default: the CAs of Node) has signed for the host name of its address.
   * `cert` and `key` are shown to brokers that ask for a certificate. All are PEM.
   */
  readonly tls?: {
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
    readonly passphrase?: string;
  };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
}
