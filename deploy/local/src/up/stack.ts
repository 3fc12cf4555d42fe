import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@patchbay/platform/services';
import type { ServerName } from '@patchbay/servers/provision';
import type { Exit, Log } from '@patchbay/servers/server';
import type { Kept } from '@patchbay/servers/supervisor';
import { stackFolder, stopLeftovers } from './folder.ts';
import { checkPorts, type StackPorts } from './ports.ts';
import { type ServerAddresses, type StackVariables, startedServers, startServers } from './servers.ts';
import { startServices } from './services.ts';

type OnProcessEnd = (name: ServiceName | ServerName, exit: Exit) => void;

export interface StackOptions {
  /** An absolute path, for data, logs, mails and secrets. Created if missing; existing data is used again. */
  readonly folder: string;
  readonly ports: StackPorts;
  /**
   * DATABASE_URL, REDIS_URL and KAFKA_BROKERS name servers that are used as they are. A service gets the variables that its
   * config reads, and those of OpenTelemetry.
   */
  readonly environment: StackVariables;
  /** Receives one line for each step, and for each process that ended and was started again. */
  readonly log: Log;
  /** Called when a process has ended though nobody stopped the stack. Default: nothing but the line of `log`. */
  readonly onEnd?: OnProcessEnd;
  /** Ends a start that is under way: what has been started is stopped, and the start rejects. */
  readonly signal?: AbortSignal;
}

interface StackProcess {
  readonly name: ServiceName | ServerName;
  /** Undefined while it does not run. */
  readonly pid: number | undefined;
  /** How often it was started again. */
  readonly restarts: number;
}

export interface ProcessState extends StackProcess {
  /** Undefined if it runs and answers. */
  readonly trouble: string | undefined;
}

export interface RunningStack {
  /** Of the API. */
  readonly address: string;
  /** The folder of mails; undefined if SMTP_URL names a mail server. */
  readonly mailbox: string | undefined;
  readonly ports: StackPorts;
  /** Of an admin. */
  readonly postgresUrl: string;
  /** The servers that were started here, and the services. */
  processes(): readonly StackProcess[];
  /** Asks each process whether it is ready; takes 2 s at most. */
  states(): Promise<readonly ProcessState[]>;
  /** Starts every process that does not run at once, instead of when its delay is over. */
  startNow(): void;
  /** Resolves when every process runs and answers; rejects after the timeout with what is missing. Default 60 s. */
  ready(timeoutMs?: number): Promise<void>;
  /** Stops the services and then the servers. */
  stop(): Promise<void>;
}

const stackOf = (
  { folder, ports, environment }: StackOptions,
  servers: readonly Kept<ServerName>[],
  services: readonly Kept<ServiceName>[],
  { postgresUrl }: Pick<ServerAddresses, 'postgresUrl'>,
): RunningStack => {
  const all = [...servers, ...services];
  const stateOf = ({ name, pid, restarts }: Kept<ServerName | ServiceName>): StackProcess => ({
    name,
    pid,
    restarts,
  });
  const states = () =>
    Promise.all(all.map(async (kept) => ({ ...stateOf(kept), trouble: await kept.trouble() })));
  return {
    address: `http://localhost:${ports.services.gateway.main}`,
    postgresUrl,
    mailbox: environment['SMTP_URL'] ? undefined : stackFolder(folder).mailbox,
    ports,
    processes: () => all.map(stateOf),
    states,
    startNow() {
      for (const kept of all) kept.startNow();
    },
    async ready(timeoutMs = 60_000) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const troubles = (await states()).flatMap(({ trouble }) => trouble ?? []);
        if (troubles.length === 0) return;
        if (Date.now() > deadline)
          throw new Error(`not ready after ${timeoutMs / 1_000} s:\n${troubles.join('\n')}`);
        await sleep(100);
      }
    },
    async stop() {
      await Promise.all(services.map((kept) => kept.stop()));
      await Promise.all(servers.map((kept) => kept.stop()));
    },
  };
};

/**
 * Starts the servers that the environment does not name, creates the databases and starts the services. Rejects if a server
 * or a database cannot be had. Whatever ends afterwards is started again, until `stop`; a service that cannot start is tried
 * again and again while the others run.
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const { folder, ports, environment, log, onEnd = () => {}, signal } = options;
  const paths = stackFolder(folder);
  await stopLeftovers(paths, log);
  await checkPorts(ports, startedServers(environment));
  const { servers, addresses } = await startServers({ paths, ports: ports.servers, environment, log, onEnd });
  try {
    signal?.throwIfAborted();
    const services = await startServices({
      paths,
      ports: ports.services,
      environment,
      addresses,
      log,
      onEnd,
    });
    const stack = stackOf(options, servers, services, addresses);
    if (signal?.aborted) {
      await stack.stop();
      signal.throwIfAborted();
    }
    return stack;
  } catch (error) {
    await Promise.all(servers.map((kept) => kept.stop()));
    throw error;
  }
}
