import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

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
