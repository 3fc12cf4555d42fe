import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryDirectory {
  readonly path: string;
  /** Deletes it with everything in it. */
  remove(): Promise<void>;
}

/** A directory for servers that nobody needs afterwards. */
export async function createTemporaryDirectory(prefix = 'patchbay-'): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  // Others may pass through, not look: Postgres refuses to run as root and then runs as a user of its own.
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}
