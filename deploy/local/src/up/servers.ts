import { join } from 'node:path';
import { type Provisioned, provisionServers, type ServerName } from '@patchbay/servers/provision';
import type { Exit, Log } from '@patchbay/servers/server';
import { type Kept, keepRunning } from '@patchbay/servers/supervisor';
import type { StackFolder } from './folder.ts';
import { type ServerPorts, serverNames } from './ports.ts';

export type StackVariables = Readonly<Record<string, string | undefined>>;

export interface ServerAddresses {
  /** URL of a role that may create roles and schemas. */
  readonly postgresUrl: string;
  readonly redisUrl: string;
  readonly kafkaBrokers: readonly string[];
}

const variableOf: Readonly<Record<ServerName, string>> = {
  postgres: 'DATABASE_URL',
  redis: 'REDIS_URL',
  kafka: 'KAFKA_BROKERS',
};

/** The servers that the environment does not name. */
export const startedServers = (environment: StackVariables): readonly ServerName[] =>
  serverNames.filter((name) => !environment[variableOf[name]]);

interface StartServersOptions {
  readonly paths: StackFolder;
  readonly ports: ServerPorts;
  readonly environment: StackVariables;
  readonly log: Log;
  readonly onEnd: (name: ServerName, exit: Exit) => void;
}

const keep = (
  name: ServerName,
  servers: Provisioned<ServerName>,
  directory: string,
  log: Log,
): Kept<ServerName> => {
  const server = servers[name];
  return keepRunning({
    name,
    log,
    running: true,
    process: {
      get pid() {
        return server.pid;
      },
      start: () => server.start(),
      // `start` resolves once the server answers.
      answers: async () => server.pid !== undefined,
      lastLines: async () => `its log is ${join(directory, name, `${name}.log`)}`,
      stop: () => server.stop(),
    },
  });
};

/** Starts the servers that the environment does not name, and starts each again whenever it ends. */
export async function startServers({ paths, ports, environment, log, onEnd }: StartServersOptions): Promise<{
  servers: readonly Kept<ServerName>[];
  addresses: ServerAddresses;
}> {
  const kept = new Map<ServerName, Kept<ServerName>>();
  const endedBefore: [ServerName, Exit][] = [];
  const servers = await provisionServers({
    want: serverNames,
    environment,
    directory: paths.servers,
    ports,
    log,
    onEnd(name, exit) {
      onEnd(name, exit);
      const keeper = kept.get(name);
      // One server may end while another one is still starting, before anything keeps it running.
      if (keeper === undefined) endedBefore.push([name, exit]);
      else keeper.ended(exit);
    },
  });
  for (const name of startedServers(environment)) kept.set(name, keep(name, servers, paths.servers, log));
  for (const [name, exit] of endedBefore) kept.get(name)?.ended(exit);
  return {
    servers: [...kept.values()],
    addresses: {
      postgresUrl: servers.postgres.url,
      redisUrl: servers.redis.url,
      kafkaBrokers: servers.kafka.brokers,
    },
  };
}
