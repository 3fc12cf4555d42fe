// The default import: Node finds only some of the named exports of this CommonJS module.
import kafkajs from 'kafkajs';

/** Kafka's name of a protocol error, such as `LEADER_NOT_AVAILABLE`; undefined for other errors. */
export const errorTypeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : undefined;

/** Whether the error or one of its causes is a protocol error of one of the types; kafkajs wraps an error that it has retried. */
export const isCausedBy = (error: unknown, types: ReadonlySet<string>): boolean =>
  error instanceof Error && (types.has(errorTypeOf(error) ?? '') || isCausedBy(error.cause, types));

/**
 * Whether the cluster has refused a request: because of a missing right or a policy of its operator. The creation of topics fails
 * with a list of errors, one per topic.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof kafkajs.KafkaJSProtocolError) return !error.retriable;
  if (error instanceof kafkajs.KafkaJSAggregateError) return error.errors.some(isRefusal);
  return error instanceof Error && isRefusal(error.cause);
}

const isNamed = (error: unknown, name: string): boolean =>
  error instanceof Error && (error.name === name || isNamed(error.cause, name));

/** The codes of Node for a certificate that is not accepted or a handshake that fails. */
const tlsCode = /^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/;

const isTlsFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && tlsCode.test(error.code)) ||
    isTlsFailure(error.cause));

/** Why brokers and this process do not trust each other; undefined if something else is wrong. Contains no secret. */
export function distrustOf(error: unknown): string | undefined {
  if (isNamed(error, 'KafkaJSSASLAuthenticationError')) return 'Kafka refuses the user name or the password';
  return isTlsFailure(error) ? `the TLS handshake with Kafka failed: ${error.message}` : undefined;
}
