import { backoffMs } from '@patchbay/runtime/backoff';
import type { RedisOptions as ClientOptions } from 'ioredis';

export interface RedisOptions {
  /** `redis://` or, with TLS, `rediss://`, with user and password. Several for a cluster: some of its nodes, which name the others. */
  readonly urls: readonly [string, ...string[]];
  /** Whether it is a Redis Cluster. Default false. */
  readonly cluster?: boolean;
  /** PEM: the authorities that certificates are verified against. Default: those that Node trusts. */
  readonly ca?: string | undefined;
}

const answerTimeoutMs = 500;
const connectTimeoutMs = 2_000;

/** Milliseconds between two attempts to connect. */
export const retryDelay = (attempt: number): number => backoffMs(attempt, { min: 50, max: 2_000 });

/** Of each connection, to a single Redis as to a node of a cluster. */
export const commandOptions = {
  // Commands are few, as points are reserved in blocks. The maps of ioredis for sending several in one write would keep the requests
  // that wait for them alive until the next full collection (see `running-calls.ts` of the RPC).
  enableAutoPipelining: false,
  // A command in flight when the connection breaks fails and is not sent again: Redis may have executed it.
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: answerTimeoutMs,
  socketTimeout: answerTimeoutMs,
  connectTimeout: connectTimeoutMs,
  connectionName: 'patchbay',
} satisfies ClientOptions;

const usesTls = (url: string): boolean => /^\s*rediss:/i.test(url);

export const tlsOf = ({ urls, ca }: RedisOptions): Pick<ClientOptions, 'tls'> =>
  usesTls(urls[0]) ? { tls: { ...(ca && { ca }) } } : {};
