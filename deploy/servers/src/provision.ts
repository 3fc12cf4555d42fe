import { join } from 'node:path';
import { type KafkaServer, startKafka } from './kafka.ts';
import { type PostgresOptions, type PostgresServer, startPostgres } from './postgres.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { type Exit, externalServer, type Log, MissingServer, type Server } from './server.ts';

export interface Servers {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly kafka: KafkaServer;
}

export type ServerName = keyof Servers;

interface ProvisionOptions<Name extends ServerName> {
  readonly want: readonly Name[];
  /** DATABASE_URL, REDIS_URL and KAFKA_BROKERS name servers that are used as they are. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Each server that is started gets a folder in it. */
  readonly directory: string;
  /** Default: free ports. */
  readonly ports?: Partial<Record<ServerName, number>>;
  readonly postgres?: Pick<PostgresOptions, 'syncToDisk' | 'maxConnections' | 'settings'>;
  readonly log?: Log;
  /** Called when a server that was started here has ended though nobody stopped it. Default: one line to `log`. */
  readonly onEnd?: (name: ServerName, exit: Exit) => void;
}

export type Provisioned<Name extends ServerName> = Pick<Servers, Name> & {
  /** Stops the servers that were started here; those named by the environment keep running. */
  stop(): Promise<void>;
};

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/**
 * Provides real servers, concurrently: the one that the environment names, else one started from an installed program, from
 * system packages (apt-get, root only) or by Docker, in this order. Postgres comes from npm. If one cannot be started, the
 * others are stopped and one error lists what would help.
 */
export async function provisionServers<Name extends ServerName>({
  want,
  environment,
  directory,
  ports = {},
  postgres = {},
  log = () => {},
  onEnd,
}: ProvisionOptions<Name>): Promise<Provisioned<Name>> {
  const options = (name: ServerName) => {
    const port = ports[name];
    return {
      directory: join(directory, name),
      log,
      ...(port !== undefined && { port }),
      ...(onEnd && { onEnd: (exit: Exit) => onEnd(name, exit) }),
    };
  };
  const start: { [Each in ServerName]: () => Promise<Servers[Each]> } = {
    postgres: async () => {
      const url = environment['DATABASE_URL'];
      if (url) return { ...externalServer('postgres', 'DATABASE_URL'), url };
      return startPostgres({ ...options('postgres'), ...postgres });
    },
    redis: async () => {
      const url = environment['REDIS_URL'];
      return url ? { ...externalServer('redis', 'REDIS_URL'), url } : startRedis(options('redis'));
    },
    kafka: async () => {
      const brokers = environment['KAFKA_BROKERS'];
      if (!brokers) return startKafka(options('kafka'));
      return {
        ...externalServer('kafka', 'KAFKA_BROKERS'),
        brokers: brokers.split(',').map((one) => one.trim()),
      };
    },
  };

  const results = await Promise.allSettled(want.map((name): Promise<Server> => start[name]()));
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
  };
  const faults = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (faults.length > 0) {
    await stop();
    const missing = faults.every((fault) => fault instanceof MissingServer);
    if (faults.length === 1 && !missing) throw faults[0];
    throw new Error(faults.map(reasonOf).join('\n'), { cause: faults[0] });
  }
  for (const server of started) log(server.describe);
  const entries = want.map((name, index) => [name, started[index]] as const);
  return { ...(Object.fromEntries(entries) as unknown as Pick<Servers, Name>), stop };
}
