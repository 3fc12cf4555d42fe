import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryDirectory {
  readonly path: string;
  /** Deletes it with everything in it. */
  remove(): Promise<void>;
}

/** Creates a directory for the data of servers that is deleted afterwards. */
export async function createTemporaryDirectory(prefix = 'patchbay-'): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  // Other users may traverse but not list it: under root, Postgres runs as the user `postgres`.
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}
