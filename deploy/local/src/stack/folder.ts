import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Data of `make up`: of the servers it starts, logs, mails, secrets, and the lock file of the supervisor. */
const folder = fileURLToPath(new URL('../../../../.run/', import.meta.url));

export const stackFolder = {
  path: folder,
  lock: join(folder, 'stack.lock'),
  log: join(folder, 'stack.log'),
  servers: join(folder, 'servers'),
  mailbox: join(folder, 'mailbox'),
  secrets: join(folder, 'secrets.json'),
};
