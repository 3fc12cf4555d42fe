import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the running stack keeps its servers' data, its logs and the lock that says it runs. */
const folder = fileURLToPath(new URL('../../../../.run/', import.meta.url));

export const stackFolder = {
  path: folder,
  lock: join(folder, 'stack.lock'),
  log: join(folder, 'stack.log'),
  servers: join(folder, 'servers'),
  mailbox: join(folder, 'mailbox'),
  secrets: join(folder, 'secrets.json'),
};
