import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Paths inside `DATA_DIR`. A relative `DATA_DIR` is resolved against the repository root, not the working directory. */
export const dataDirectory = (name: string) => {
  const path = resolve(root, name);
  return {
    path,
    mailbox: join(path, 'mailbox'),
    heads: join(path, 'heads.ndjson'),
    secrets: join(path, 'secrets.json'),
    lock: join(path, 'patchbay.lock'),
  };
};

export type DataDirectory = ReturnType<typeof dataDirectory>;

export const lockPath = (name: string): string => dataDirectory(name).lock;
