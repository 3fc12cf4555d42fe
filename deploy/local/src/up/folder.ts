import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@patchbay/platform/services';
import { pidFile, stopLeftover } from '@patchbay/servers/pid-file';
import type { Log } from '@patchbay/servers/server';
import { serverNames } from './ports.ts';

/** Paths inside the folder of a stack: data of the servers that it starts, logs, mails, secrets, lock file. */
export const stackFolder = (path: string) => ({
  path,
  lock: join(path, 'stack.lock'),
  log: join(path, 'stack.log'),
  /** Created by `make up` to ask the supervisor to start what does not run; the supervisor deletes it. */
  request: join(path, 'start-now'),
  /** The answer: the states of the processes. */
  state: join(path, 'state.json'),
  servers: join(path, 'servers'),
  mailbox: join(path, 'mailbox'),
  secrets: join(path, 'secrets.json'),
});

export type StackFolder = ReturnType<typeof stackFolder>;

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The folder that `RUN_DIR` names. A relative one is resolved against the repository root, not the working directory. */
export const runFolder = (name: string): StackFolder => stackFolder(resolve(root, name));

/**
 * Stops processes of this folder whose supervisor was killed, as far as their watchdogs have not: the services first, because
 * they finish their requests with the help of the servers. True if there was any.
 */
export async function stopLeftovers(folder: StackFolder, log: Log): Promise<boolean> {
  const stop = (name: string, directory: string, signal: NodeJS.Signals) =>
    stopLeftover({ name, file: pidFile(join(directory, `${name}.pid`)), signal, log });
  const services = await Promise.all(serviceNames.map((name) => stop(name, folder.path, 'SIGTERM')));
  const servers = await Promise.all(
    // SIGINT is the fast shutdown of Postgres: SIGTERM would wait until every client has left.
    serverNames.map((name) =>
      stop(name, join(folder.servers, name), name === 'postgres' ? 'SIGINT' : 'SIGTERM'),
    ),
  );
  return [...services, ...servers].includes(true);
}
