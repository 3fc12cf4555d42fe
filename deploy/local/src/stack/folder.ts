import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths inside the folder of a stack: data of the servers that it starts, logs, mails, secrets, lock file. */
export const stackFolder = (path: string) => ({
  path,
  lock: join(path, 'stack.lock'),
  log: join(path, 'stack.log'),
  servers: join(path, 'servers'),
  mailbox: join(path, 'mailbox'),
  secrets: join(path, 'secrets.json'),
});

export type StackFolder = ReturnType<typeof stackFolder>;

/** The folder of `make up`: each checkout has its own. */
export const localFolder = stackFolder(fileURLToPath(new URL('../../../../.run', import.meta.url)));
