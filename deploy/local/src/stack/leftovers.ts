import { join } from 'node:path';
import { serviceNames } from '@patchbay/platform/services';
import { pidFile, stopLeftover } from '@patchbay/servers/leftover';
import type { Log } from '@patchbay/servers/server';
import type { StackFolder } from './folder.ts';
import { serverNames } from './ports.ts';

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
