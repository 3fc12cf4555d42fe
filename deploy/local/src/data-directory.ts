import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What the embedded platform keeps: relative paths count from the repository, wherever the command was given. */
export const dataDirectory = (name: string) => {
  const path = resolve(root, name);
  return {
    path,
    mailbox: join(path, 'mailbox'),
    secrets: join(path, 'secrets.json'),
    lock: join(path, 'patchbay.lock'),
  };
};

export type DataDirectory = ReturnType<typeof dataDirectory>;

export const lockPath = (name: string): string => dataDirectory(name).lock;
